import { networkOf } from '#core/access/network'
import { hashPassword, verifierOf } from '#core/access/password'
import { passwordTurns } from '#core/access/password-turns'
import { countTry, type Guessed, giveBackTry } from '#core/access/tries'
import { select } from '#core/database/select'
import type { Services } from '#core/operation/services'
import { findMemberships, type Membership } from '#features/people/members/member-emails'
import { inSteps } from './in-steps.ts'
import { readDevice } from './known-device.ts'
import { warnOfGuesses } from './warn-of-guesses.ts'

/**
 * Wrong passwords in a quarter of an hour: for one address of mail from one network, which is no matter to whoever else tries
 * it; for one address of mail from everywhere; and from one network, whatever they are for. A browser that this address has
 * signed in with before has a count of its own instead of the first two, so that no stranger uses them up for it.
 */
const most = { ofBoth: 10, ofAccount: 50, ofNetwork: 100, ofDevice: 10 }

/** Memberships that a password is tried for where no organization is named. */
export const mostMemberships = 20

/** Whom a password fits, with what was stored of it then. */
interface Match extends Membership {
  organizationName: string
  passwordHash: string
}

export interface Tried {
  email: string
  password: string
  /** Only this one of the organizations that the address belongs to. */
  organizationId: string | null
  /** Where it comes from. */
  address: string
  /** What the browser keeps of having signed in before. */
  device: string | null
}

type Outcome = { matches: Match[]; retryAfter: null } | { matches: []; retryAfter: number | null }

/** The members whom an address and a password fit; none where nobody is, which takes as long. Wrong ones are counted. */
export const checkPassword = (services: Services, tried: Tried): Promise<Outcome> =>
  inSteps(
    () => tryPassword(services, tried),
    ({ matches }) => !matches.length,
  )

async function tryPassword(services: Services, tried: Tried): Promise<Outcome> {
  const { database } = services
  const { email, password, organizationId } = tried
  const guesses = guessesAt(services, tried)
  return passwordTurns.run(guesses[0].key, async () => {
    const { retryAfter, isLast } = await countTries(services, guesses)
    if (retryAfter) return { matches: [], retryAfter }
    const found = await findMemberships(database.pool, email)
    const wanted = found.filter((each) => !organizationId || each.organizationId === organizationId)
    const known = await Promise.all(wanted.slice(0, mostMemberships).map((each) => readMember(services, each)))
    const matches: Match[] = []
    const fits = verifierOf(password)
    if (!known.some(({ passwordHash }) => passwordHash)) await fits(await hashOfNobody())
    for (const { passwordHash, ...member } of known)
      if (passwordHash && (await fits(passwordHash))) matches.push({ ...member, passwordHash })
    if (matches.length) for (const guess of guesses) await giveBackTry(database.pool, guess)
    else if (isLast) for (const each of found) await warnOfGuesses(services, each)
    return { matches, retryAfter: null }
  })
}

const unknown = { organizationName: '', passwordHash: null }

let hashed: Promise<string> | undefined
/** What is looked at where there is nobody, so that it takes as long. That it fits says nothing. */
const hashOfNobody = () => (hashed ??= hashPassword('nobody'))

/** What a try counts for; whose turn it is goes by the first. */
function guessesAt({ secrets }: Services, { email, address, device }: Tried): [Guessed, ...Guessed[]] {
  const keyOf = (...of: string[]) => secrets.sign(JSON.stringify(of), 'guesses')
  const account = email.toLowerCase()
  const network = networkOf(address)
  const ofNetwork = { key: keyOf('', network), most: most.ofNetwork }
  const known = device && readDevice(secrets, device, email)
  if (known) return [{ key: keyOf(account, '', known), most: most.ofDevice }, ofNetwork]
  return [{ key: keyOf(account, network), most: most.ofBoth }, ofNetwork, { key: keyOf(account), most: most.ofAccount }]
}

/** Whoever is beyond one limit does not use up the others, which are counted after it. `isLast` is said of the last that may be wrong. */
async function countTries({ database, clock }: Services, guesses: Guessed[]) {
  const counted: Guessed[] = []
  let isLast = false
  for (const guess of guesses) {
    const { tries, retryAfter } = await countTry(database.pool, guess, clock.now())
    if (retryAfter) {
      for (const each of counted) await giveBackTry(database.pool, each)
      return { retryAfter, isLast }
    }
    isLast ||= tries === guess.most
    counted.push(guess)
  }
  return { retryAfter: null, isLast }
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
  return { ...unknown, ...row, ...membership }
}
