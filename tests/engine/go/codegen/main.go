// Command codegen writes the Python SDK of a Pulumi package whose schema it reads from standard input.
//
// Arguments: the folder to write to, and the address of the engine's loader of other packages' schemas. It is what a
// language host's GeneratePackage needs of Pulumi's own generator, which exists in Go alone.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := generate(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(arguments []string) error {
	if len(arguments) != 2 {
		return errors.New("usage: codegen FOLDER LOADER < SCHEMA")
	}
	folder, address := arguments[0], arguments[1]
	var spec schema.PackageSpec
	if err := json.NewDecoder(os.Stdin).Decode(&spec); err != nil {
		return fmt.Errorf("the schema is no JSON: %w", err)
	}
	loader, err := schema.NewLoaderClient(address)
	if err != nil {
		return err
	}
	bound, found, err := schema.BindSpec(spec, loader, schema.ValidationOptions{AllowDanglingReferences: true})
	if err != nil {
		return err
	}
	if found.HasErrors() {
		return found
	}
	files, err := python.GeneratePackage("pulumi-language-python", bound, nil, loader)
	if err != nil {
		return err
	}
	for name, content := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
