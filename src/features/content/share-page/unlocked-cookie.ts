import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#core/operation/services'

// Remembers an entered password for an hour, in a cookie for this page only.

const cookie = 'kontor_share'
const purpose = 'share unlocked'
const seconds = 3600

type Sealing = Pick<Services, 'publicUrl' | 'secrets' | 'clock'>

export function rememberUnlocked(
  { publicUrl, secrets, clock }: Sealing,
  reply: FastifyReply,
  token: string,
  shareId: string,
) {
  const until = clock.now().getTime() + seconds * 1000
  const value = secrets.seal(JSON.stringify([shareId, until]), purpose).toString('base64url')
  const attributes = [`Path=/share/${token}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  if (publicUrl.startsWith('https:')) attributes.push('Secure')
  reply.header('set-cookie', [`${cookie}=${value}`, ...attributes].join('; '))
}

export function isUnlocked({ secrets, clock }: Sealing, { headers }: FastifyRequest, shareId: string): boolean {
  const values = (headers.cookie ?? '').split(/;\s*/).filter((each) => each.startsWith(`${cookie}=`))
  return values.some((each) => {
    try {
      const [id, until] = JSON.parse(secrets.open(Buffer.from(each.slice(cookie.length + 1), 'base64url'), purpose))
      return id === shareId && until > clock.now().getTime()
    } catch {
      return false
    }
  })
}
