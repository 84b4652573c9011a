import type { Role } from '#core/access/policy'
import type { Bilingual, Language } from '#core/text/language'

/** A member of the demo organization who calls the API. */
export interface DemoPerson {
  id: string
  name: string
  role: Role
  token: string
}

/** What earlier sections created. Each section adds its own property by declaration merging. */
export interface DemoData {
  people: DemoPerson[]
}

/** The context of a demo section. */
export interface Demo {
  language: Language
  /** 1 is an agency of eight people; 0.1 a tenth of it. */
  scale: number
  random: Random
  /** The date in Berlin. */
  today: string
  owner: DemoPerson
  made: DemoData
  /** Calls the REST API; throws if the request is rejected. */
  call<Answer>(
    as: DemoPerson,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer>
  /** Uploads a text file and returns its id. */
  upload(as: DemoPerson, name: string, text: string, folderId: string): Promise<string>
  /** Runs work with the clock set back; only for sections that run in order. */
  daysAgo<Result>(days: number, work: () => Promise<Result>): Promise<Result>
  /** Signs a document as the client would. */
  sign(kind: 'quote' | 'contract', id: string, name: string): Promise<void>
}

/** A few API calls. Random values are drawn before the first step runs. */
export type DemoStep = () => Promise<void>

/** A feature's section of the demo, in `*.demo.ts`. */
export interface DemoPart {
  title: Bilingual
  /** True if steps must run one after another. */
  inOrder?: boolean
  steps(demo: Demo): DemoStep[]
}

/** Pseudo-random numbers, reproducible by seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** An integer, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)]
    if (picked === undefined) throw new RangeError('nothing to pick from')
    return picked
  }

  /** `count` different items. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.between(0, left.length - 1), 1)[0] as T,
    )
  }
}
