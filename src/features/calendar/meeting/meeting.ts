import { randomBytes } from 'node:crypto'
import { toBase62 } from '#core/access/base62'
import type { Config } from '../../../config.ts'

export interface MeetingProvider {
  /** `jitsi`. */
  name: string
  /** Server that participants connect to: `meet.jit.si`. */
  server: string
  /** Returns the link for all participants. */
  createRoom(about: { title: string }): Promise<string>
}

declare module '#core/operation/services' {
  interface Services {
    meetings: MeetingProvider
  }
}

/** A Jitsi room exists once somebody enters it, and whoever knows its name can enter: names are random. */
const createJitsiProvider = (base: string): MeetingProvider => ({
  name: 'jitsi',
  server: new URL(base).host,
  createRoom: async () => `${base}/kontor-${toBase62(BigInt(`0x${randomBytes(16).toString('hex')}`), 22)}`,
})

/** Jitsi at `MEET_BASE_URL`. */
export const createMeetingProvider = ({ meetBaseUrl }: Pick<Config, 'meetBaseUrl'>): MeetingProvider =>
  createJitsiProvider(meetBaseUrl)
