import { type AttemptKey, countAttempt, refundAttempt } from '#core/access/attempt-limiter'
import type { Services } from '#core/operation/services'
import type { Membership } from '#features/people/members/member-emails'

/** Wrong attempts in a quarter of an hour: from one known browser or session of a member, and from all of them. */
const deviceLimits = { ofDevice: 10, ofDevices: 50 }

/**
 * The limits for a browser or session that has signed this member in before. They replace the limits for strangers, so that nobody else
 * can use them up.
 * `purpose` keeps passwords, codes and recovery codes apart; `deviceId` is the id of a device cookie or of a session.
 */
export function knownDeviceAttemptKeys(
  { secrets }: Pick<Services, 'secrets'>,
  purpose: string,
  { organizationId, memberId }: Membership,
  deviceId: string,
): AttemptKey[] {
  const ofMember = secrets.sign(JSON.stringify([organizationId, memberId]), purpose)
  return [
    { key: `${ofMember} ${deviceId}`, maxAttempts: deviceLimits.ofDevice },
    { key: ofMember, maxAttempts: deviceLimits.ofDevices },
  ]
}

/** Counts one attempt against several limits. An attempt beyond one of them does not count against the others. */
export class AttemptLimits {
  readonly #services: Services
  #counted: AttemptKey[] = []
  retryAfter: number | null = null
  /** Whether this is the last attempt that a limit allows. */
  isLast = false

  constructor(services: Services) {
    this.#services = services
  }

  async add(...keys: AttemptKey[]) {
    const { database, clock } = this.#services
    for (const each of keys) {
      const { attempts, retryAfter } = await countAttempt(database.pool, each, clock.now())
      if (retryAfter) {
        this.retryAfter = retryAfter
        return this.refund()
      }
      this.isLast ||= attempts === each.maxAttempts
      this.#counted.push(each)
    }
  }

  async refund() {
    for (const each of this.#counted.splice(0)) await refundAttempt(this.#services.database.pool, each)
  }
}
