import { randomBytes } from 'node:crypto'
import { base62 } from '#core/access/base62'
import type { Config } from '../../../config.ts'

/** Where video meetings are held. */
export interface MeetingProvider {
  /** `jitsi`. */
  name: string
  /** The server that whoever takes part talks to: `meet.jit.si`. */
  server: string
  /** Opens a room; answers the link that all who take part open. */
  createRoom(about: { title: string }): Promise<string>
}

declare module '#core/operation/services' {
  interface Services {
    meetings: MeetingProvider
  }
}

/** A room of Jitsi is there once somebody enters it: who knows its name comes in, so nobody can guess it. */
const createJitsiProvider = (base: string): MeetingProvider => ({
  name: 'jitsi',
  server: new URL(base).host,
  createRoom: async () => `${base}/kontor-${base62(BigInt(`0x${randomBytes(16).toString('hex')}`), 22)}`,
})

/** The provider of the installation: a Jitsi at `MEET_BASE_URL`. */
export const createMeetingProvider = ({ meetBaseUrl }: Pick<Config, 'meetBaseUrl'>): MeetingProvider =>
  createJitsiProvider(meetBaseUrl)
