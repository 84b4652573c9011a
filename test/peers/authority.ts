import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** A certificate authority made for this process, and a certificate of it for peers on this machine. */
export interface CertificateAuthority {
  /** For NODE_EXTRA_CA_CERTS of other processes. */
  caFile: string
  key: string
  cert: string
}

const made = new Map<string, CertificateAuthority>()

/** The authority that this process trusts from now on. */
export function trustedAuthority(): CertificateAuthority {
  const known = made.get('trusted')
  if (known) return known
  const authority = make('trusted')
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority.caFile, 'utf8')])
  return authority
}

/** An authority that nobody trusts. */
export const untrustedAuthority = (): CertificateAuthority => made.get('strange') ?? make('strange')

function make(name: string): CertificateAuthority {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-authority-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2']
  const subject = (commonName: string) => ['-subj', `/CN=${commonName}`]
  openssl('req', '-x509', ...newKey, ...subject(`Kontor ${name}`), '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl(
    ...['req', '-x509', ...newKey, ...subject('Kontor peer'), '-keyout', 'peer.key', '-out', 'peer.pem'],
    ...['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'basicConstraints=critical,CA:false'],
    ...['-addext', 'subjectAltName=DNS:localhost,DNS:*.receiver.example,IP:127.0.0.1,IP:::1'],
  )
  const authority = {
    caFile: join(directory, 'ca.pem'),
    key: readFileSync(join(directory, 'peer.key'), 'utf8'),
    cert: readFileSync(join(directory, 'peer.pem'), 'utf8'),
  }
  made.set(name, authority)
  return authority
}
