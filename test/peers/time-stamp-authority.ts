import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** An RFC 3161 authority by openssl behind HTTP, with its files in `folder`. */
export async function openTimeStampAuthority(folder: string) {
  mkdirSync(folder, { recursive: true })
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const kind = ['-subj', '/CN=Test TSA', '-addext', 'extendedKeyUsage=critical,timeStamping', '-days', '2']
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'tsa.key', '-out', 'tsa.pem', ...kind)
  writeFileSync(join(folder, 'serial'), '01\n')
  writeFileSync(
    join(folder, 'tsa.cnf'),
    `[tsa]
default_tsa = one
[one]
serial = ${join(folder, 'serial')}
signer_cert = ${join(folder, 'tsa.pem')}
signer_key = ${join(folder, 'tsa.key')}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`,
  )
  let asked = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked += 1
    const [query, reply] = [`${asked}.tsq`, `${asked}.tsr`]
    writeFileSync(join(folder, query), Buffer.concat(chunks))
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', query, '-out', reply)
    response.setHeader('content-type', 'application/timestamp-reply').end(readFileSync(join(folder, reply)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    /** Whether the last answer is one to what was asked, signed by this authority. */
    verify: () =>
      openssl('ts', '-verify', '-queryfile', `${asked}.tsq`, '-in', `${asked}.tsr`, '-CAfile', 'tsa.pem').toString(),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      rmSync(folder, { recursive: true })
    },
  }
}
