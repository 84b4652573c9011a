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
 * Wrong passwords in 15 minutes: per email address and network, per email address, and per network. Known browsers of a member have
 * limits of their own (`knownDeviceAttemptKeys`), so that others cannot lock the member out.
 */
const attemptLimits = { ofBoth: 10, ofAccount: 50, ofNetwork: 100 }

/** Memberships that a password is compared with if no organization is given. */
export const maxMemberships = 20

/** A member whose password matches, with the hash it was compared with. */
interface PasswordMatch extends Membership {
  organizationName: string
  passwordHash: string
}

export interface PasswordAttempt {
  email: string
  password: string
  /** Restricts the attempt to one organization. */
  organizationId: string | null
  /** IP address. */
  address: string
  userAgent: string
  /** Device cookie. */
  device: string | null
  /** The session whose member confirms their password. */
  sessionId?: string
}

type PasswordResult = { matches: PasswordMatch[]; retryAfter: null } | { matches: []; retryAfter: number | null }

/** Finds the members that an address and a password match, and counts failures. Unknown addresses take as long as known ones. */
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
  // Counted before queueing, so that one network cannot fill the queue.
  if (!known) await counts.add(ofNetwork)
  if (counts.retryAfter) return { matches: [], retryAfter: counts.retryAfter }
  const [turns, line] = known ? [passwordQueues.ofKnown, known.id] : [passwordQueues.ofStrangers, ofNetwork.key]
  const attempt = async (): Promise<PasswordResult> => {
    await counts.add(...(known ? known.keys : ofStranger))
    if (counts.retryAfter) return { matches: [], retryAfter: counts.retryAfter }
    // The browser is unknown to the other organizations of the address.
    const others = known && wanted.length > 1 ? new AttemptLimits(services) : null
    await others?.add(ofNetwork, ...ofStranger)
    const matches = await findMatches(services, others?.retryAfter && known ? [known.membership] : wanted, tried)
    if (matches.length) await Promise.all([counts.refund(), others?.refund()])
    else {
      const isLocked = counts.isLast || others?.isLast
      const { address, userAgent } = tried
      const kind = isLocked ? 'locked_out' : 'sign_in_failed'
      // Not awaited: the response time must not disclose whether the member exists, nor depend on a free connection.
      for (const { organizationId, memberId } of wanted)
        recordFailedAttempt(services, organizationId, { kind, memberId, address, userAgent }).catch((error: unknown) =>
          services.log.warn({ err: error }, 'security log'),
        )
      if (isLocked) for (const each of found) await mailGuessingWarning(services, each)
    }
    return { matches, retryAfter: null }
  }
  return turns.run(line, attempt).catch(async (error: unknown) => {
    // The password was not compared.
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

/** The membership that this browser has signed in before, and its limits. */
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
/** Compared for unknown addresses, so that they take as long. A match is ignored. */
const getDummyHash = () => (dummyHash ??= hashPassword('nobody'))

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
