import type { AttemptKey } from '#core/access/attempt-limiter'
import { toRateLimitNetwork } from '#core/access/network'
import { createPasswordVerifier, hashPassword } from '#core/access/password'
import { passwordQueues } from '#core/access/password-queues'
import { select } from '#core/database/select'
import type { Services } from '#core/operation/services'
import { foldAddress } from '#core/text/mail-address'
import { findMemberships, type Membership } from '#features/people/members/member-emails'
import { recordFailedAttempt } from '#features/people/security-log/record-security-event'
import { AttemptLimits, knownDeviceAttemptKeys } from './attempt-limits.ts'
import { findDeviceOwner, verifyDeviceCookie } from './device-cookie.ts'
import { mailGuessingWarning } from './guessing-warning.mail.ts'
import { padResponseTime } from './pad-response-time.ts'

/**
 * Wrong passwords in a quarter of an hour: for one address of mail from one network, which is no matter to whoever else tries
 * it; for one address of mail from everywhere; and from one network, whatever they are for. A browser that this member has
 * signed in with before has counts of its own instead (`knownDeviceKeys`), so that neither strangers nor neighbours use it up.
 */
const attemptLimits = { ofBoth: 10, ofAccount: 50, ofNetwork: 100 }

/** Memberships that a password is tried for where no organization is named. */
export const maxMemberships = 20

/** Whom a password fits, with what was stored of it then. */
interface PasswordMatch extends Membership {
  organizationName: string
  passwordHash: string
}

export interface PasswordAttempt {
  email: string
  password: string
  /** Only this one of the organizations that the address belongs to. */
  organizationId: string | null
  /** Where it comes from. */
  address: string
  userAgent: string
  /** What the browser keeps of having signed in before. */
  device: string | null
  /** The session in which its own member says it again. */
  sessionId?: string
}

type PasswordResult = { matches: PasswordMatch[]; retryAfter: null } | { matches: []; retryAfter: number | null }

/** The members whom an address and a password fit; none where nobody is, which takes as long. Wrong ones are counted. */
export const checkPassword = (services: Services, tried: PasswordAttempt): Promise<PasswordResult> =>
  padResponseTime(
    () => tryPassword(services, tried),
    ({ matches }) => !matches.length,
  )

async function tryPassword(services: Services, tried: PasswordAttempt): Promise<PasswordResult> {
  const { database } = services
  const found = await findMemberships(database.pool, tried.email)
  const wanted = found
    .filter((each) => !tried.organizationId || each.organizationId === tried.organizationId)
    .slice(0, maxMemberships)
  const known = await findKnownDevice(services, tried, wanted)
  const { ofNetwork, ofStranger } = attemptKeys(services, tried)
  const counts = new AttemptLimits(services)
  // Before anybody waits: no network fills the line.
  if (!known) await counts.add(ofNetwork)
  if (counts.retryAfter) return { matches: [], retryAfter: counts.retryAfter }
  const [turns, line] = known ? [passwordQueues.ofKnown, known.id] : [passwordQueues.ofStrangers, ofNetwork.key]
  const attempt = async (): Promise<PasswordResult> => {
    await counts.add(...(known ? known.keys : ofStranger))
    if (counts.retryAfter) return { matches: [], retryAfter: counts.retryAfter }
    // What else the address belongs to is tried as by a stranger.
    const others = known && wanted.length > 1 ? new AttemptLimits(services) : null
    await others?.add(ofNetwork, ...ofStranger)
    const matches = await findMatches(services, others?.retryAfter && known ? [known.membership] : wanted, tried)
    if (matches.length) await Promise.all([counts.refund(), others?.refund()])
    else {
      const isLocked = counts.isLast || others?.isLast
      const { address, userAgent } = tried
      const kind = isLocked ? 'locked_out' : 'sign_in_failed'
      // Not awaited: the answer must not tell by its time whether there is such a member, nor wait for a connection.
      for (const { organizationId, memberId } of wanted)
        recordFailedAttempt(services, organizationId, { kind, memberId, address, userAgent }).catch((error: unknown) =>
          services.log.warn({ err: error }, 'security log'),
        )
      if (isLocked) for (const each of found) await mailGuessingWarning(services, each)
    }
    return { matches, retryAfter: null }
  }
  return turns.run(line, attempt).catch(async (error: unknown) => {
    // What was not looked at was no try.
    await counts.refund()
    throw error
  })
}

async function findMatches(services: Services, memberships: readonly Membership[], { password }: PasswordAttempt) {
  const members = await Promise.all(memberships.map((each) => readMember(services, each)))
  const matches: PasswordMatch[] = []
  const fits = createPasswordVerifier(password)
  if (!members.some(({ passwordHash }) => passwordHash)) await fits(await getDummyHash())
  for (const { passwordHash, ...member } of members)
    if (passwordHash && (await fits(passwordHash))) matches.push({ ...member, passwordHash })
  return matches
}

/** Of those whom a password is tried for the one that this browser has signed in before, and what it counts for then. */
async function findKnownDevice(
  services: Services,
  { email, device, sessionId }: PasswordAttempt,
  wanted: readonly Membership[],
) {
  const { secrets } = services
  const membership = sessionId ? wanted[0] : device ? findDeviceOwner(device, wanted) : undefined
  if (!membership) return null
  const id =
    sessionId ?? verifyDeviceCookie(secrets, device ?? '', { ...(await readMember(services, membership)), email })
  if (!id) return null
  return { id, membership, keys: knownDeviceAttemptKeys(services, 'known guesses', membership, id) }
}

const noMember = { organizationName: '', passwordHash: null }

let dummyHash: Promise<string> | undefined
/** What is looked at where there is nobody, so that it takes as long. That it fits says nothing. */
const getDummyHash = () => (dummyHash ??= hashPassword('nobody'))

/** What a try counts for. */
function attemptKeys(
  { secrets }: Services,
  { email, address }: PasswordAttempt,
): { ofNetwork: AttemptKey; ofStranger: AttemptKey[] } {
  const keyOf = (...of: string[]) => secrets.sign(JSON.stringify(of), 'guesses')
  const account = foldAddress(email).toLowerCase()
  const network = toRateLimitNetwork(address)
  return {
    ofNetwork: { key: keyOf('', network), maxAttempts: attemptLimits.ofNetwork },
    ofStranger: [
      { key: keyOf(account, network), maxAttempts: attemptLimits.ofBoth },
      { key: keyOf(account), maxAttempts: attemptLimits.ofAccount },
    ],
  }
}

async function readMember({ database }: Services, membership: Membership) {
  const { organizationId, memberId } = membership
  const [row] = await database.tenant(organizationId, (transaction) =>
    transaction.query<{ organizationName: string; passwordHash: string | null }>(
      select`o.name as "organizationName", m.password_hash as "passwordHash"
          from members m join organizations o on o.id = m.organization_id
          where m.organization_id = ${organizationId} and m.id = ${memberId}`,
    ),
  )
  return { ...noMember, ...row, ...membership }
}
