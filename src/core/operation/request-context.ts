import type { IncomingMessage } from 'node:http'
import { parseLinkToken } from '#core/access/link-token'
import type { Permission } from '#core/access/policy'
import { type Select, select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'
import { forbidden, notFound, Problem, unauthorized } from '#core/errors/problem'
import type { Language } from '#core/text/language'
import type { TaskOwner } from '#core/threads/threads'
import type { Actor, Caller } from './actor.ts'
import type { OperationRuns } from './operation-runs.ts'
import type { OperationServices, Services } from './services.ts'

/** Sets the session cookie, clears it (null) or leaves it (undefined); `device` marks a browser that has signed in before. */
export type SetSessionCookie = (secret: string | null | undefined, device?: string) => void

export interface ContextOptions {
  transaction: Transaction
  services: Services
  caller: Caller | null
  requestedLanguage: Language | null
  organizationLanguage: Language
  runs: OperationRuns
  /** Undefined for work of the service itself. */
  request?: IncomingMessage | undefined
  isSession?: boolean
  /** A session, or an address signed for a browser. */
  isBrowser?: boolean
  setSessionCookie?: SetSessionCookie | undefined
  device?: string | null
  tokenHash?: Buffer | undefined
  /** The caller by default. */
  actor?: Actor
}

const onlySignedIn = () =>
  new Problem(403, 'forbidden', {
    de: 'Das geht nur, wenn Sie sich im Browser angemeldet haben, nicht mit einem Token.',
    en: 'This takes somebody who has signed in with a browser, and not a token.',
  })

/** The part of an operation that knows who acts: caller, permissions, session and languages. */
export class RequestContext {
  readonly transaction: Transaction
  readonly services: OperationServices
  readonly caller: Caller | null
  /** From Accept-Language; null leaves it to the document, the client and the organization. */
  readonly requestedLanguage: Language | null
  /** The same for documents; null for browsers, whose user is not the document's recipient. */
  readonly documentLanguage: Language | null
  readonly organizationLanguage: Language
  readonly actor: Actor
  /** Signed in with a browser, not by token. */
  readonly isSession: boolean
  /** SHA-256 of the token in the request. A session gets a new one when it is confirmed. */
  readonly tokenHash: Buffer | undefined
  readonly #request: IncomingMessage | undefined
  readonly #device: string | null
  protected snapshotsInProgress = 0

  constructor(options: ContextOptions) {
    this.transaction = options.transaction
    this.services = options.services
    this.#request = options.request
    this.#device = options.device ?? null
    this.isSession = options.isSession ?? false
    this.tokenHash = options.tokenHash
    this.caller = options.caller
    this.requestedLanguage = options.requestedLanguage
    this.documentLanguage = options.isBrowser ? null : options.requestedLanguage
    this.organizationLanguage = options.organizationLanguage
    this.actor = options.actor ?? options.caller ?? { type: 'public', id: null, name: 'public' }
  }

  /** True while an event's data is taken, which hides nothing from the actor. */
  get isSnapshot(): boolean {
    return this.snapshotsInProgress > 0
  }

  get organizationId(): string {
    return this.transaction.organizationId
  }

  /** The caller; 401 without one. */
  get member(): Caller {
    if (!this.caller) throw unauthorized()
    return this.caller
  }

  /** Enters the organization of a guest's link token and returns its hash; 404 if it is malformed or of another organization. */
  enterByLink(token: string): Buffer {
    const link = parseLinkToken(token)
    if (!link) throw notFound()
    this.enterPublicPage(link.organizationId)
    return link.hash
  }

  /** Enters the organization of a public page; 404 if it has ended, or another one was entered before. */
  enterPublicPage(organizationId: string) {
    if (this.caller?.hasEnded) throw notFound()
    this.#enterBy(organizationId, select`enter_public(${organizationId}::uuid)`)
  }

  /** Enters the organization of a sign-in; 404 if another one was entered before. */
  enterOrganization(organizationId: string) {
    this.#enterBy(organizationId, select`set_org(${organizationId}::uuid)`)
  }

  #enterBy(organizationId: string, statement: Select) {
    if (!this.organizationId) this.transaction.enter(organizationId, statement)
    if (this.organizationId !== organizationId) throw notFound()
  }

  /** Address and User-Agent of the request, and the device cookie of an earlier sign-in. */
  get sender(): { address: string; userAgent: string; device: string | null } {
    const request = this.#request
    return {
      address: request ? this.services.getClientAddress(request) : '',
      userAgent: request?.headers['user-agent'] ?? '',
      device: this.#device,
    }
  }

  /** 403 for tokens: a token must not create credentials that outlast it. */
  assertSession() {
    if (!this.isSession) throw onlySignedIn()
  }

  get isHeadRequest(): boolean {
    return this.#request?.method === 'HEAD'
  }

  get language(): Language {
    return this.requestedLanguage ?? this.organizationLanguage
  }

  get clock() {
    return this.services.clock
  }

  /** Owner of work in threads that only this member waits for, whatever token they use. */
  get taskOwner(): TaskOwner {
    return { organizationId: this.organizationId, reader: this.actor.id ?? this.actor.type }
  }

  may(permission: Permission): boolean {
    return this.caller !== null && permission.has(this.caller.role)
  }

  /** Also true for the service itself, which records events. */
  mayRead(permission: Permission): boolean {
    return this.caller ? permission.has(this.caller.role) : this.actor.type === 'system' || this.isSnapshot
  }

  /** 403 without the permission. */
  assertMay(permission: Permission) {
    if (!permission.has(this.member.role)) throw forbidden()
  }
}
