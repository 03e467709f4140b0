"""What only the account knows: asked by boto3, which is imported when it is used."""
