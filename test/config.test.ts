import { describe, expect, test } from 'vitest'
import { parseNetworks } from '#core/outbound/address-policy'
import { ConfigError, readConfig, variables } from '../src/config.ts'

/** The one line a wrong environment is refused with. */
function refusal(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

test('reads the documented defaults from an empty environment', () => {
  expect(readConfig({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:4000',
    trustProxy: null,
    dataDir: `${process.cwd()}/data`,
    databaseUrl: null,
    databaseAppUrl: null,
    databasePoolSize: 10,
    databaseStatementTimeoutMs: 15_000,
    databaseLockTimeoutMs: 5000,
    databaseWaitTimeoutMs: 5000,
    stopGraceMs: 0,
    workers: 'inline',
    mail: { via: 'outbox' },
    mailFrom: 'Kontor <kontor@localhost>',
    s3: null,
    backup: {
      beforeMigration: true,
      to: null,
      keys: { passphrase: null, recipient: null, identityFile: null },
      s3: null,
    },
    apiRateLimitPerMinute: 120,
    publicRateLimitPerMinute: 60,
    ...{ bookingsPerNetworkPerDay: 30, bookingsPerHostPerDay: 60, bookingsPerOrganizationPerHour: 120 },
    corsOrigins: null,
    webhookRetryBaseMs: 15_000,
    webhookAllowPrivateCidrs: null,
    secretKey: null,
    secretKeyPrevious: null,
    assistant: null,
    signing: { certificate: null, tsaUrl: null },
    rowQuota: 2_000_000,
    mailLimitPerHour: 500,
    outboxRetentionDays: 90,
    storageQuotaBytes: null,
    meetBaseUrl: 'https://meet.jit.si',
    tracing: null,
    metricsToken: null,
    securityContact: null,
    logLevel: 'info',
  })
})

test('declares every variable of the contract once, with a description', () => {
  expect(variables.map(({ name }) => name).sort()).toEqual(
    [
      ...['PORT', 'HOST', 'PUBLIC_URL', 'TRUST_PROXY', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_POOL_SIZE', 'WORKERS'],
      ...['DATABASE_APP_URL'],
      ...['DATABASE_STATEMENT_TIMEOUT_MS', 'DATABASE_LOCK_TIMEOUT_MS', 'DATABASE_WAIT_TIMEOUT_MS', 'CORS_ORIGINS'],
      ...['SMTP_URL', 'POSTMARK_TOKEN', 'POSTMARK_API_URL', 'MAIL_FROM'],
      ...['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
      ...['API_RATE_LIMIT_PER_MINUTE', 'PUBLIC_RATE_LIMIT_PER_MINUTE'],
      ...['BOOKINGS_PER_NETWORK_PER_DAY', 'BOOKINGS_PER_HOST_PER_DAY', 'BOOKINGS_PER_ORGANIZATION_PER_HOUR'],
      ...['WEBHOOK_RETRY_BASE_MS', 'WEBHOOK_ALLOW_PRIVATE_CIDRS', 'SECRET_KEY', 'SECRET_KEY_PREVIOUS'],
      ...['ASSISTANT_BASE_URL', 'ASSISTANT_API_KEY', 'ASSISTANT_MODEL', 'MEET_BASE_URL', 'LOG_LEVEL'],
      ...[
        'STORAGE_QUOTA_BYTES',
        'ROW_QUOTA',
        'MAIL_LIMIT_PER_HOUR',
        'OUTBOX_RETENTION_DAYS',
        'STOP_GRACE_MS',
        'METRICS_TOKEN',
        'SECURITY_CONTACT',
      ],
      ...['SIGNING_CERTIFICATE', 'SIGNING_CERTIFICATE_PASSWORD', 'TSA_URL'],
      ...['BACKUP_TO', 'BACKUP_PASSPHRASE', 'BACKUP_RECIPIENT', 'BACKUP_IDENTITY_FILE'],
      'BACKUP_BEFORE_MIGRATION',
      ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME'],
      ...['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
      ...['BACKUP_S3_ENDPOINT', 'BACKUP_S3_REGION', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
    ].sort(),
  )
  for (const { meaning } of variables) expect(meaning).toMatch(/^[A-Z].+\.$/)
})

test('reads a full environment', () => {
  const config = readConfig({
    PORT: ' 8080 ',
    HOST: '::1',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    DATA_DIR: '/srv/kontor',
    DATABASE_URL: 'postgresql://kontor:secret@/kontor?host=/run/postgresql',
    WORKERS: 'none',
    POSTMARK_TOKEN: 'token',
    POSTMARK_API_URL: 'http://127.0.0.1:9/',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_REGION: 'eu',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    ASSISTANT_BASE_URL: 'http://localhost:11434/v1/',
    ASSISTANT_MODEL: 'small',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db, x-tenant=kontor',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  expect(config).toMatchObject({
    port: 8080,
    publicUrl: 'http://[::1]:8080',
    trustProxy: ['10.0.0.0/8', '::1'],
    dataDir: '/srv/kontor',
    databaseUrl: 'postgresql://kontor:secret@/kontor?host=/run/postgresql',
    workers: 'none',
    mail: { via: 'postmark', token: 'token', apiUrl: 'http://127.0.0.1:9' },
    s3: {
      endpoint: 'https://s3.example.com',
      region: 'eu',
      bucket: 'files',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    },
    assistant: { baseUrl: 'http://localhost:11434/v1', model: 'small', apiKey: null },
    tracing: {
      endpoint: 'http://localhost:4318',
      headers: { 'api-key': 'a=b', 'x-tenant': 'kontor' },
      serviceName: 'kontor',
      sampler: 'parentbased_traceidratio',
      ratio: 0.25,
    },
  })
  expect(config.backup.s3).toEqual(config.s3)
  expect(readConfig({ SMTP_URL: 'smtps://u:p@mail.example.com:465' }).mail).toEqual({
    via: 'smtp',
    url: 'smtps://u:p@mail.example.com:465',
  })
})

test('treats an empty variable as not set', () => {
  const env = Object.fromEntries(variables.map(({ name }) => [name, '']))
  expect(readConfig(env)).toEqual(readConfig({}))
})

test('is immutable', () => {
  const config = readConfig({})
  expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError)
  expect(() => Object.assign(config.mail, { via: 'smtp' })).toThrow(TypeError)
})

describe('refuses an invalid value with one line that names variable and format', () => {
  test.each([
    ['PORT', '0', 'PORT must be a whole number from 1 to 65535.'],
    ['PORT', '4000.5', 'PORT must be a whole number from 1 to 65535.'],
    ['HOST', 'http://localhost', 'HOST must be an IP address or the name of a host.'],
    ['PUBLIC_URL', 'kontor.example.com', /^PUBLIC_URL must be an address that begins with http:\/\/ or https:\/\//],
    ['PUBLIC_URL', 'https://example.com/?a', /^PUBLIC_URL must .* no query\.$/],
    ['TRUST_PROXY', 'loopback', /^TRUST_PROXY must be a list of IP addresses and networks/],
    ['DATABASE_URL', 'mysql://root:hunter2@host/db', /^DATABASE_URL must be an address such as postgresql:\/\//],
    ['DATABASE_POOL_SIZE', '0', /^DATABASE_POOL_SIZE must be a whole number from 1 to/],
    ['WORKERS', 'some', 'WORKERS must be inline or none.'],
    ['SMTP_URL', 'hunter2@mail.example.com', 'SMTP_URL must be an address that begins with smtp:// or smtps://.'],
    ['SMTP_URL', 'smtp://', /^SMTP_URL must be an address/],
    ['POSTMARK_API_URL', 'ftp://x', /^POSTMARK_API_URL must be an address/],
    ['MAIL_FROM', 'Kontor', /^MAIL_FROM must be an email address/],
    ['S3_ENDPOINT', 's3.example.com', /^S3_ENDPOINT must be an address/],
    ['API_RATE_LIMIT_PER_MINUTE', '-1', /^API_RATE_LIMIT_PER_MINUTE must be a whole number/],
    ['PUBLIC_RATE_LIMIT_PER_MINUTE', '1e3', /^PUBLIC_RATE_LIMIT_PER_MINUTE must be a whole number/],
    ['WEBHOOK_RETRY_BASE_MS', '0', /^WEBHOOK_RETRY_BASE_MS must be a whole number/],
    ['WEBHOOK_ALLOW_PRIVATE_CIDRS', '127.0.0.0/33', /^WEBHOOK_ALLOW_PRIVATE_CIDRS must be a list/],
    ['WEBHOOK_ALLOW_PRIVATE_CIDRS', '10.0.0.0/8,', /^WEBHOOK_ALLOW_PRIVATE_CIDRS must be a list/],
    ['WEBHOOK_ALLOW_PRIVATE_CIDRS', '10.0.0.0/', /^WEBHOOK_ALLOW_PRIVATE_CIDRS must be a list/],
    ['SECURITY_CONTACT', 'security@example.com', /^SECURITY_CONTACT must be an address such as mailto:/],
    ['SECURITY_CONTACT', 'http://example.com/security', /^SECURITY_CONTACT must be an address such as mailto:/],
    [
      'SECURITY_CONTACT',
      'mailto:a@example.com\nExpires: never',
      /^SECURITY_CONTACT must be an address such as mailto:/,
    ],
    ['SECRET_KEY', 'hunter2', 'SECRET_KEY must be a text of at least 16 characters.'],
    ['ASSISTANT_BASE_URL', 'localhost', /^ASSISTANT_BASE_URL must be an address/],
    ['MEET_BASE_URL', 'meet', /^MEET_BASE_URL must be an address/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2', /^OTEL_EXPORTER_OTLP_HEADERS must be a list of headers/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%hunter2', /^OTEL_EXPORTER_OTLP_HEADERS must be a list of headers/],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /^OTEL_TRACES_SAMPLER must be always_on, always_off, traceidratio,/],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  ])('%s=%s', (name, value, line) => {
    const message = refusal({ [name]: value })
    expect(message).toMatch(line)
    expect(message).not.toMatch(/\n|hunter2/)
  })

  test('two mail transports', () => {
    const message = refusal({ SMTP_URL: 'smtp://u:hunter2@mail', POSTMARK_TOKEN: 'hunter2' })
    expect(message).toBe('SMTP_URL and POSTMARK_TOKEN must not both be set: choose one.')
  })

  const storage = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_REGION: 'eu',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  }
  test.each(Object.keys(storage))('object storage without %s', (name) => {
    const message = refusal({ ...storage, [name]: undefined })
    expect(message).toMatch(`${name} must be set too, because S3_`)
    expect(message).not.toContain('hunter2')
  })

  test('an assistant without its model, or a key without its assistant', () => {
    expect(refusal({ ASSISTANT_BASE_URL: 'https://x' })).toMatch(/^ASSISTANT_MODEL must be set too/)
    expect(refusal({ ASSISTANT_API_KEY: 'hunter2' })).toMatch(/^ASSISTANT_BASE_URL must be set too/)
  })
})

test('networks hold the addresses within them, of both families', () => {
  const list = parseNetworks(['10.0.0.0/8', '192.168.1.7', '::1/128'])
  expect(list.check('10.200.0.1')).toBe(true)
  expect(list.check('192.168.1.7')).toBe(true)
  expect(list.check('192.168.1.8')).toBe(false)
  expect(list.check('::1', 'ipv6')).toBe(true)
  expect(list.check('::2', 'ipv6')).toBe(false)
})
