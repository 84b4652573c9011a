<?php

/** The event of a delivery, if it is from us and new. $body is the request's body as it came, unparsed. */
function verify(string $body, array $headers, string $secret): array
{
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) {
        throw new Exception('This delivery is too old, or not of this time.');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $each) {
        if (hash_equals($expected, $each)) {
            return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        }
    }
    throw new Exception('This delivery is not signed with our secret.');
}

// Try it: WEBHOOK_SECRET, WEBHOOK_ID, WEBHOOK_TIMESTAMP and WEBHOOK_SIGNATURE from the environment, the body on stdin.
if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    $names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    $given = [];
    foreach ($names as $name) {
        $given[$name] = getenv(strtoupper(str_replace('-', '_', $name)));
    }
    echo verify(file_get_contents('php://stdin'), $given, getenv('WEBHOOK_SECRET'))['event'], "\n";
}
