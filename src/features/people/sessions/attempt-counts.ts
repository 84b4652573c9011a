import { countTry, type Guessed, giveBackTry } from '#core/access/tries'
import type { Services } from '#core/operation/services'
import type { Membership } from '#features/people/members/member-emails'

/** Wrong attempts in a quarter of an hour of one browser or session that a member has signed in with, and of all of them. */
const most = { ofDevice: 10, ofDevices: 50 }

/**
 * The limits of a browser or session that is known for this member, in place of those for strangers: nobody else uses them up.
 * `purpose` keeps passwords, codes and recovery codes apart; `deviceId` is the id of a device cookie or of a session.
 */
export function knownAttempts(
  { secrets }: Pick<Services, 'secrets'>,
  purpose: string,
  { organizationId, memberId }: Membership,
  deviceId: string,
): Guessed[] {
  const ofMember = secrets.sign(JSON.stringify([organizationId, memberId]), purpose)
  return [
    { key: `${ofMember} ${deviceId}`, most: most.ofDevice },
    { key: ofMember, most: most.ofDevices },
  ]
}

/** Counts one attempt against several limits. An attempt beyond one limit uses up none of the others. */
export class AttemptCounts {
  readonly #services: Services
  #counted: Guessed[] = []
  retryAfter: number | null = null
  /** Whether it is the last that may be wrong. */
  isLast = false

  constructor(services: Services) {
    this.#services = services
  }

  async add(...guesses: Guessed[]) {
    const { database, clock } = this.#services
    for (const guess of guesses) {
      const { tries, retryAfter } = await countTry(database.pool, guess, clock.now())
      if (retryAfter) {
        this.retryAfter = retryAfter
        return this.giveBack()
      }
      this.isLast ||= tries === guess.most
      this.#counted.push(guess)
    }
  }

  async giveBack() {
    for (const guess of this.#counted.splice(0)) await giveBackTry(this.#services.database.pool, guess)
  }
}
