import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseNetworks } from './core/outbound/address-policy.ts'

/** The start stops here: `message` is one line that names the variable and what it may be, and never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Others may pass through DATA_DIR, as PostgreSQL's own user must; they may not look around in it. */
export const dataDirectoryMode = 0o711

/** Understands the text of a variable; `undefined` refuses it. `expects` completes "<NAME> must be …". */
interface Reader<Value> {
  expects: string
  read(text: string): Value | undefined
}

/** One variable of the environment; `fallback` is the text that stands for it when it is not set, null for none. */
export interface Variable<Value = unknown> extends Reader<Value> {
  name: string
  fallback: string | null
  meaning: string
}

const integer = (least: number, most: number): Reader<number> => ({
  expects: `a whole number from ${least} to ${most}`,
  read: (text) => (/^\d{1,15}$/.test(text) && +text >= least && +text <= most ? +text : undefined),
})

const oneOf = <Word extends string>(...words: Word[]): Reader<Word> => ({
  expects: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
  read: (text) => words.find((word) => word === text),
})

const text = (least = 1): Reader<string> => ({
  expects: least > 1 ? `a text of at least ${least} characters` : 'a text',
  read: (text) => (text.length >= least ? text : undefined),
})

const limit = integer(1, 1_000_000_000)
const delay = integer(1, 3_600_000)
const logLevel = oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')

const hostName: Reader<string> = {
  expects: 'an IP address or the name of a host',
  read: (text) => (isIP(text) || /^[a-z0-9.-]+$/i.test(text) ? text : undefined),
}

const contact: Reader<string> = {
  expects: 'an address such as mailto:security@example.com or https://example.com/security',
  read(text) {
    const url = /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(text) ? URL.parse(text) : null
    return url?.href
  },
}

const path: Reader<string> = { expects: 'the path of a directory', read: (text) => resolve(text) }

const file: Reader<string> = { expects: 'the path of a file', read: (text) => resolve(text) }

const parseUrl = (text: string, schemes: string[]) => {
  const url = URL.parse(text)
  return url && schemes.includes(url.protocol.slice(0, -1)) ? url : undefined
}

/** A part of 1, such as 0.1. */
const ratio: Reader<number> = {
  expects: 'a number from 0 to 1',
  read: (text) => (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text) ? Number(text) : undefined),
}

/** Headers as OpenTelemetry writes them, with percent-encoded values. */
const headers: Reader<Readonly<Record<string, string>>> = {
  expects: 'a list of headers, separated by commas, such as api-key=secret,x-tenant=kontor',
  read(text) {
    const pairs = text.split(',').map((entry) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(entry))
    try {
      return Object.fromEntries(
        pairs.map((pair) => {
          const [, name, value] = pair as RegExpExecArray
          return [name, decodeURIComponent(value as string)]
        }),
      )
    } catch {
      return undefined
    }
  },
}

const ageRecipient: Reader<string> = {
  expects: 'an age recipient such as age1…',
  read: (text) => (/^age1[a-z0-9]{58,}$/.test(text) ? text : undefined),
}

const url = (...schemes: string[]): Reader<string> => ({
  expects: `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  read: (text) => (parseUrl(text, schemes)?.hostname ? text : undefined),
})

/** An address that paths are appended to: it answers without a slash at its end. */
const base: Reader<string> = {
  expects: 'an address that begins with http:// or https:// and has no query',
  read: (text) => (parseUrl(text, ['http', 'https']) && !/[?#]/.test(text) ? text.replace(/\/+$/, '') : undefined),
}

/** A socket's directory may stand in the query, with no host before it (`postgresql:///kontor?host=/run/postgresql`). */
const databaseUrl: Reader<string> = {
  expects: 'an address such as postgresql://user:password@host:5432/database',
  read: (text) => (parseUrl(text.replace('@/', '@localhost/'), ['postgresql', 'postgres']) ? text : undefined),
}

const mailbox: Reader<string> = {
  expects: 'an email address, or a name and an address such as Kontor <kontor@example.com>',
  read: (text) => (/^([^\s@<>]+@[^\s@<>]+|[^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>)$/.test(text) ? text : undefined),
}

/** Browsers send scheme, host and port, nothing after them. */
const origins: Reader<string[]> = {
  expects: 'a list of origins, separated by commas, such as https://app.example.com,http://localhost:5173',
  read(text) {
    const list = text.split(',').map((entry) => entry.trim().toLowerCase())
    return list.every((entry) => parseUrl(entry, ['http', 'https'])?.origin === entry) ? list : undefined
  },
}

const cidrs: Reader<string[]> = {
  expects: 'a list of IP addresses and networks, separated by commas, such as 10.0.0.0/8,::1',
  read(text) {
    const list = text.split(',').map((entry) => entry.trim())
    try {
      parseNetworks(list)
      return list
    } catch {
      return undefined
    }
  },
}

const variable = <Value>(name: string, reader: Reader<Value>, fallback: string, meaning: string): Variable<Value> => ({
  ...reader,
  name,
  fallback,
  meaning,
})

const optional = <Value>(name: string, reader: Reader<Value>, meaning: string): Variable<Value | null> => ({
  ...reader,
  name,
  fallback: null,
  meaning,
})

const service = {
  port: variable('PORT', integer(1, 65_535), '4000', 'The port the service listens on.'),
  host: variable('HOST', hostName, '127.0.0.1', 'The address the service listens on.'),
  publicUrl: optional('PUBLIC_URL', base, 'The base of links in mail; http://HOST:PORT unless set.'),
  trustProxy: optional('TRUST_PROXY', cidrs, 'Proxies whose X-Forwarded-For is believed.'),
  dataDir: variable('DATA_DIR', path, './data', 'Where embedded database, files, outbox and secret key lie.'),
  databaseUrl: optional(
    'DATABASE_URL',
    databaseUrl,
    'A PostgreSQL 15 or newer itself, no pooler before it; embedded unless set.',
  ),
  databaseAppUrl: optional(
    'DATABASE_APP_URL',
    databaseUrl,
    'The same database as the role kontor_app, which requests log in as; derived from DATABASE_URL unless set.',
  ),
  databasePoolSize: variable('DATABASE_POOL_SIZE', integer(1, 1000), '10', 'Connections to the database.'),
  databaseStatementTimeoutMs: variable(
    'DATABASE_STATEMENT_TIMEOUT_MS',
    delay,
    '15000',
    'Milliseconds a statement may take, or a transaction be silent; then 503.',
  ),
  databaseLockTimeoutMs: variable(
    'DATABASE_LOCK_TIMEOUT_MS',
    delay,
    '5000',
    'Milliseconds to wait for each lock; then 503.',
  ),
  databaseWaitTimeoutMs: variable(
    'DATABASE_WAIT_TIMEOUT_MS',
    delay,
    '5000',
    'Milliseconds a request may wait for a connection; then 503.',
  ),
  stopGraceMs: variable(
    'STOP_GRACE_MS',
    integer(0, 600_000),
    '0',
    'Milliseconds that a server goes on after it was told to stop, with 503 at /readyz: for a proxy to notice.',
  ),
  workers: variable('WORKERS', oneOf('inline', 'none'), 'inline', 'Jobs run in the server, or in `kontor work` alone.'),
  mailFrom: variable('MAIL_FROM', mailbox, 'Kontor <kontor@localhost>', 'The sender of mail.'),
  apiRateLimitPerMinute: variable('API_RATE_LIMIT_PER_MINUTE', limit, '120', 'Requests per token.'),
  publicRateLimitPerMinute: variable(
    'PUBLIC_RATE_LIMIT_PER_MINUTE',
    limit,
    '60',
    'Public requests per client address.',
  ),
  bookingsPerNetworkPerDay: variable(
    'BOOKINGS_PER_NETWORK_PER_DAY',
    limit,
    '30',
    'Bookings and moves of guests from one client address, for each organization.',
  ),
  bookingsPerHostPerDay: variable(
    'BOOKINGS_PER_HOST_PER_DAY',
    limit,
    '60',
    'Bookings that guests make with one host, unless an event type says otherwise.',
  ),
  bookingsPerOrganizationPerHour: variable(
    'BOOKINGS_PER_ORGANIZATION_PER_HOUR',
    limit,
    '120',
    'Bookings and moves of guests in one organization.',
  ),
  corsOrigins: optional('CORS_ORIGINS', origins, 'Origins that a browser may call from, without credentials.'),
  webhookRetryBaseMs: variable('WEBHOOK_RETRY_BASE_MS', delay, '15000', 'Milliseconds to the first retry; then × 4.'),
  webhookAllowPrivateCidrs: optional(
    'WEBHOOK_ALLOW_PRIVATE_CIDRS',
    cidrs,
    'Private networks webhooks and calendar connections may call.',
  ),
  secretKey: optional('SECRET_KEY', text(16), 'Encrypts secrets at rest, signs links; kept in DATA_DIR unless set.'),
  secretKeyPrevious: optional('SECRET_KEY_PREVIOUS', text(16), 'The key before, while keys are rotated.'),
  rowQuota: variable(
    'ROW_QUOTA',
    integer(0, 999_999_999_999_999),
    '2000000',
    'How many rows an organization may have in all; 0 for no limit.',
  ),
  mailLimitPerHour: variable(
    'MAIL_LIMIT_PER_HOUR',
    integer(0, 1_000_000_000),
    '500',
    'How many recipients an organization mails in an hour; 0 for no limit.',
  ),
  storageQuotaBytes: optional(
    'STORAGE_QUOTA_BYTES',
    integer(1, 999_999_999_999_999),
    'What an organization may store in files and JSON; no limit unless set.',
  ),
  meetBaseUrl: variable(
    'MEET_BASE_URL',
    base,
    'https://meet.jit.si',
    'The base of video-meeting links, a third party.',
  ),
  outboxRetentionDays: variable(
    'OUTBOX_RETENTION_DAYS',
    integer(0, 36_500),
    '90',
    'Days that mails stay in DATA_DIR/outbox; 0 for ever.',
  ),
  metricsToken: optional('METRICS_TOKEN', text(16), 'The bearer token for /metrics, which is off unless set.'),
  securityContact: optional(
    'SECURITY_CONTACT',
    contact,
    'Where vulnerabilities are reported, at /.well-known/security.txt; a mailto: or https: address.',
  ),
  logLevel: variable('LOG_LEVEL', logLevel, 'info', 'How much is logged, as JSON lines.'),
}

const mail = {
  smtpUrl: optional('SMTP_URL', url('smtp', 'smtps'), 'Sends mail by SMTP; else it goes to DATA_DIR/outbox.'),
  token: optional('POSTMARK_TOKEN', text(), 'Sends mail by Postmark; else it goes to DATA_DIR/outbox.'),
  apiUrl: variable('POSTMARK_API_URL', base, 'https://api.postmarkapp.com', 'Where Postmark answers.'),
}

const storage = {
  endpoint: optional('S3_ENDPOINT', base, 'Object storage for files; they lie in DATA_DIR unless set.'),
  region: optional('S3_REGION', text(), 'The region of the object storage.'),
  bucket: optional('S3_BUCKET', text(), 'The bucket that holds the files.'),
  accessKeyId: optional('S3_ACCESS_KEY_ID', text(), 'The name of the key to the object storage.'),
  secretAccessKey: optional('S3_SECRET_ACCESS_KEY', text(), 'The secret of that key.'),
}

const signing = {
  certificate: optional(
    'SIGNING_CERTIFICATE',
    file,
    'A PKCS#12 file that seals signed documents; else self-made, in DATA_DIR.',
  ),
  password: optional('SIGNING_CERTIFICATE_PASSWORD', text(), 'The password of that file.'),
  tsaUrl: optional('TSA_URL', base, 'A time-stamping authority (RFC 3161) that stamps the seals.'),
}

const backup = {
  to: optional(
    'BACKUP_TO',
    text(),
    'Where a backup goes each night: a folder, or s3://bucket/prefix; none unless set.',
  ),
  passphrase: optional(
    'BACKUP_PASSPHRASE',
    text(12),
    'Encrypts backups; they are not encrypted unless it or BACKUP_RECIPIENT is set.',
  ),
  recipient: optional(
    'BACKUP_RECIPIENT',
    ageRecipient,
    'Encrypts backups to an age recipient, whose identity is kept elsewhere.',
  ),
  identityFile: optional('BACKUP_IDENTITY_FILE', file, 'The identity of BACKUP_RECIPIENT, to restore and verify.'),
  beforeMigration: variable(
    'BACKUP_BEFORE_MIGRATION',
    oneOf('on', 'off'),
    'on',
    'A start that must migrate an embedded database backs it up first: to BACKUP_TO, else to DATA_DIR/upgrade-backups.',
  ),
}

const backupStorage = {
  endpoint: optional('BACKUP_S3_ENDPOINT', base, 'The object storage of backups; that of S3_ENDPOINT unless set.'),
  region: optional('BACKUP_S3_REGION', text(), 'The region of that object storage.'),
  accessKeyId: optional('BACKUP_S3_ACCESS_KEY_ID', text(), 'The name of the key to that object storage.'),
  secretAccessKey: optional('BACKUP_S3_SECRET_ACCESS_KEY', text(), 'The secret of that key.'),
}

const assistant = {
  baseUrl: optional('ASSISTANT_BASE_URL', base, 'An OpenAI-compatible endpoint; built-in rules unless set.'),
  model: optional('ASSISTANT_MODEL', text(), 'The model the assistant asks for.'),
  apiKey: optional('ASSISTANT_API_KEY', text(), 'The key of that endpoint, where it wants one.'),
}

const tracing = {
  endpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    base,
    'An OpenTelemetry collector that traces are sent to, by OTLP over HTTP; none unless set.',
  ),
  headers: optional('OTEL_EXPORTER_OTLP_HEADERS', headers, 'Headers that the collector asks for, such as its key.'),
  serviceName: variable('OTEL_SERVICE_NAME', text(), 'kontor', 'The name of the service in traces.'),
  sampler: variable(
    'OTEL_TRACES_SAMPLER',
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'Which traces are recorded.',
  ),
  ratio: variable('OTEL_TRACES_SAMPLER_ARG', ratio, '1', 'The part of the traces that a sampler by ratio records.'),
}

/** Every variable there is, for the README's table and `doctor`. */
export const variables: readonly Variable[] = [
  service,
  mail,
  storage,
  signing,
  backup,
  backupStorage,
  assistant,
  tracing,
].flatMap<Variable>(Object.values)

type Group = Record<string, Variable>
type Values<Of extends Group> = { [Key in keyof Of]: Of[Key] extends Variable<infer Value> ? Value : never }
type Complete<Of> = { [Key in keyof Of]: NonNullable<Of[Key]> }

/** How mail leaves: by SMTP, by Postmark, or as `.eml` files in DATA_DIR/outbox. */
type MailTransport =
  | { via: 'smtp'; url: string }
  | { via: 'postmark'; token: string; apiUrl: string }
  | { via: 'outbox' }

type ObjectStorage = Complete<Values<typeof storage>>

/** An OpenAI-compatible endpoint; a local one may need no key. */
export type AssistantEndpoint = { baseUrl: string; model: string; apiKey: string | null }

/** What signed documents are sealed with: a PKCS#12 file, or null where the installation makes a certificate for itself. */
interface Sealing {
  certificate: { path: string; password: string | null } | null
  tsaUrl: string | null
}

/** Where backups go, and how they are encrypted. */
interface Backups {
  to: string | null
  keys: { passphrase: string | null; recipient: string | null; identityFile: string | null }
  s3: Readonly<Omit<ObjectStorage, 'bucket'>> | null
  /** Whether an embedded database is backed up before it is migrated. */
  beforeMigration: boolean
}

/** Where traces go, and which are recorded. */
export interface TraceSettings extends Readonly<Omit<Values<typeof tracing>, 'endpoint'>> {
  readonly endpoint: string
}

/** The environment, understood: DATA_DIR absolute, bases without a slash at their end, null for what is not set. */
export type Config = Readonly<
  Values<typeof service> & {
    publicUrl: string
    mail: Readonly<MailTransport>
    s3: Readonly<ObjectStorage> | null
    assistant: Readonly<AssistantEndpoint> | null
    signing: Readonly<Sealing>
    backup: Readonly<Backups>
    tracing: TraceSettings | null
  }
>

/** Reads the environment; an empty variable counts as not set. Throws ConfigError for the first wrong one. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = read(service, env)
  if (values.databaseAppUrl && !values.databaseUrl)
    throw new ConfigError('DATABASE_URL must be set too, because DATABASE_APP_URL is.')
  const host = isIP(values.host) === 6 ? `[${values.host}]` : values.host
  return Object.freeze({
    ...values,
    publicUrl: values.publicUrl ?? `http://${host}:${values.port}`,
    mail: Object.freeze(transport(read(mail, env))),
    s3: complete(storage, read(storage, env)) as ObjectStorage | null,
    backup: Object.freeze(backups(env)),
    assistant: complete(assistant, read(assistant, env), ['apiKey']) as AssistantEndpoint | null,
    signing: Object.freeze(sealing(read(signing, env))),
    tracing: traces(read(tracing, env)),
  })
}

function read<Of extends Group>(group: Of, env: NodeJS.ProcessEnv): Values<Of> {
  const value = ({ name, fallback, expects, read }: Variable) => {
    const text = env[name]?.trim() || fallback
    if (text === null) return null
    const value = read(text)
    if (value === undefined) throw new ConfigError(`${name} must be ${expects}.`)
    return value
  }
  return Object.fromEntries(Object.entries(group).map(([key, of]) => [key, value(of)])) as Values<Of>
}

function transport({ smtpUrl, token, apiUrl }: Values<typeof mail>): MailTransport {
  if (smtpUrl && token) throw new ConfigError('SMTP_URL and POSTMARK_TOKEN must not both be set: choose one.')
  if (smtpUrl) return { via: 'smtp', url: smtpUrl }
  return token ? { via: 'postmark', token, apiUrl } : { via: 'outbox' }
}

function backups(env: NodeJS.ProcessEnv): Backups {
  const { to, passphrase, recipient, identityFile, beforeMigration } = read(backup, env)
  if (passphrase && recipient)
    throw new ConfigError('BACKUP_PASSPHRASE and BACKUP_RECIPIENT must not both be set: choose one.')
  const own = complete(backupStorage, read(backupStorage, env)) ?? complete(storage, read(storage, env))
  return {
    to,
    keys: { passphrase, recipient, identityFile },
    s3: own as Backups['s3'],
    beforeMigration: beforeMigration === 'on',
  }
}

const traces = ({ endpoint, ...rest }: Values<typeof tracing>): TraceSettings | null =>
  endpoint === null ? null : Object.freeze({ endpoint, ...rest })

function sealing({ certificate, password, tsaUrl }: Values<typeof signing>): Sealing {
  if (password && !certificate)
    throw new ConfigError('SIGNING_CERTIFICATE must be set too, because SIGNING_CERTIFICATE_PASSWORD is.')
  return { certificate: certificate ? { path: certificate, password } : null, tsaUrl }
}

/** A group that is set as a whole, but for what is `needless`, or not at all (null). */
function complete<Of extends Group>(group: Of, values: Values<Of>, needless: (keyof Of)[] = []): Values<Of> | null {
  const isSet = ([key]: [string, Variable]) => values[key] !== null
  const members = Object.entries(group)
  const set = members.find(isSet)
  if (!set) return null
  const absent = members.find((member) => !isSet(member) && !needless.includes(member[0]))
  if (absent) throw new ConfigError(`${absent[1].name} must be set too, because ${set[1].name} is.`)
  return Object.freeze(values)
}
