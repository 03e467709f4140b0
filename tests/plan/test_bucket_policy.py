from __future__ import annotations

from typing import Any

from rackguard.plan.bucket_policy import data_bucket_policy, log_bucket_policy

DATA = "arn:aws:s3:::llm-data"
LOGS = "arn:aws:s3:::llm-logs"


def transport(bucket: str) -> list[dict[str, Any]]:
    common = {"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": [bucket, f"{bucket}/*"]}
    return [
        {"Sid": "DenyPlainHttp", **common, "Condition": {"Bool": {"aws:SecureTransport": "false"}}},
        {"Sid": "DenyOldTls", **common, "Condition": {"NumericLessThan": {"s3:TlsVersion": "1.2"}}},
    ]


def denied_header(sid: str, header: str) -> dict[str, Any]:
    return {
        "Sid": sid,
        "Effect": "Deny",
        "Principal": "*",
        "Action": "s3:PutObject",
        "Resource": f"{DATA}/*",
        "Condition": {"Null": {header: "false"}},
    }


def test_a_data_bucket_allows_nobody_and_takes_its_default_encryption_over_tls_only() -> None:
    assert data_bucket_policy(DATA) == {
        "Version": "2012-10-17",
        "Statement": [
            *transport(DATA),
            denied_header("DenyOtherEncryption", "s3:x-amz-server-side-encryption"),
            denied_header("DenyOtherKeys", "s3:x-amz-server-side-encryption-aws-kms-key-id"),
            denied_header("DenyCustomerKeys", "s3:x-amz-server-side-encryption-customer-algorithm"),
        ],
    }


def test_a_log_bucket_lets_s3_deliver_the_logs_of_named_buckets() -> None:
    assert log_bucket_policy(LOGS, "123456789012", [DATA]) == {
        "Version": "2012-10-17",
        "Statement": [
            *transport(LOGS),
            {
                "Sid": "DeliverAccessLogs",
                "Effect": "Allow",
                "Principal": {"Service": "logging.s3.amazonaws.com"},
                "Action": "s3:PutObject",
                "Resource": f"{LOGS}/*",
                "Condition": {
                    "ArnEquals": {"aws:SourceArn": [DATA]},
                    "StringEquals": {"aws:SourceAccount": "123456789012"},
                },
            },
        ],
    }
