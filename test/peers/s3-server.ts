import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

/** Object storage with an empty bucket: the settings of Kontor's S3 variables. */
export interface S3Server {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  close(): Promise<void>
}

/** The settings of a service that keeps its files there. */
export const settingsOf = ({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Server) => ({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})

/** Debian's own, wherever another python comes first on the path. */
const python = '/usr/bin/python3'

/** Why there is no S3 server on this machine, or null where there is one. */
export function findS3ServerProblem(): string | null {
  const { status } = spawnSync(python, ['-c', 'import eventlet, swift.common.middleware.s3api, swift.proxy.server'])
  return status === 0
    ? null
    : 'OpenStack Swift is not installed: apt-get install swift-proxy swift-account swift-container swift-object'
}

/** Starts OpenStack Swift with its S3 interface: it checks signatures and expiry. It ends with this process at the latest. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-s3-'))
  const settings = {
    region: 'eu-test-1',
    bucket: 'kontor-test',
    accessKeyId: 'kontor:tester',
    secretAccessKey: 'secret-of-the-test',
  }
  const { accessKeyId, secretAccessKey, region, bucket } = settings
  const script = join(import.meta.dirname, 's3_server.py')
  const child = spawn(python, [script, folder, accessKeyId, secretAccessKey], { stdio: ['pipe', 'pipe', 'pipe'] })
  const complaints: Buffer[] = []
  child.stderr.on('data', (chunk) => complaints.push(chunk))
  const exited = once(child, 'exit')
  const close = async () => {
    child.stdin.end()
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [port] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      exited.then(() => {
        throw new Error(`The S3 server did not start: ${Buffer.concat(complaints)}`)
      }),
    ])
    const endpoint = `http://127.0.0.1:${port}`
    const client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    client.destroy()
    return { endpoint, ...settings, close }
  } catch (error) {
    await close()
    throw error
  }
}
