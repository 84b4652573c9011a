import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import sql from 'sql-template-tag'
import { countAttempt } from '#core/access/attempt-limiter'
import { select } from '#core/database/select'
import { conflict, invalidField, invalidState, linkExpired, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Account } from '#features/people/members/account'

// Passkeys: WebAuthn Level 3.

export const maxPasskeys = 20
const lifetimeMs = 5 * 60_000
/** COSE algorithms: Ed25519, ECDSA and RSA with SHA-256. */
const algorithms = [-8, -7, -257]
const purpose = 'passkey challenge'

/** Options for the browser, and an encrypted ticket to return with the response: valid once, for five minutes. */
interface PasskeyChallenge<Options> {
  options: Options
  ticket: string
}

/** Loaded with the first passkey, because it takes longer than the rest of the start. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** The WebAuthn relying party; 409 if PUBLIC_URL cannot have passkeys. */
function getRelyingParty({ services: { publicUrl } }: Context) {
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')))
    throw invalidState({
      de: 'Passkeys brauchen einen Namen als Adresse, keine Zahlen: Bitte PUBLIC_URL entsprechend setzen, für diesen Rechner auf http://localhost.',
      en: 'Passkeys need a name as their address, not numbers: please set PUBLIC_URL to one, on this machine to http://localhost.',
    })
  return { rpID: hostname, origin }
}

/** Organization and member in 32 bytes, so that a passkey is looked up in one tenant. */
const toUserHandle = (organizationId: string, memberId: string) =>
  Buffer.from(`${organizationId}${memberId}`.replaceAll('-', ''), 'hex')

function parseUserHandle(handle: string | undefined): { organizationId: string; memberId: string } | null {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex')
  if (hex.length !== 64) return null
  const [organizationId = '', memberId = ''] = [hex.slice(0, 32), hex.slice(32)].map((id) =>
    id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'),
  )
  return { organizationId, memberId }
}

export async function createRegistrationChallenge(
  context: Context,
  account: Account,
): Promise<PasskeyChallenge<PublicKeyCredentialCreationOptionsJSON>> {
  const { rpID } = getRelyingParty(context)
  const { generateRegistrationOptions } = await context.prepareOutside('passkeys', loadWebAuthn)
  const { organizationId, member } = context
  const known = await context.query<{ id: string; transports: string[] }>(
    select`credential_id as id, transports from passkeys where organization_id = ${organizationId} and member_id = ${member.id}`,
  )
  if (known.length >= maxPasskeys)
    throw conflict('conflict', {
      de: `Mehr als ${maxPasskeys} Passkeys sind nicht möglich: Bitte zuerst einen löschen.`,
      en: `A member has at most ${maxPasskeys} passkeys: please delete one first.`,
    })
  const options = await generateRegistrationOptions({
    rpName: 'Kontor',
    rpID,
    userID: new Uint8Array(toUserHandle(organizationId, member.id)),
    userName: account.email,
    userDisplayName: account.name,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transports as string[] })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: lifetimeMs,
  })
  return { options, ticket: sealTicket(context, options.challenge, member.id) }
}

export async function registerPasskey(
  context: Context,
  { name, ticket, response }: { name: string; ticket: string; response: unknown },
): Promise<string> {
  const { organizationId, member, clock } = context
  const { rpID, origin } = getRelyingParty(context)
  const challenge = await redeemTicket(context, ticket, member.id)
  const { verifyRegistrationResponse } = await context.prepareOutside('passkeys', loadWebAuthn)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo)
    throw invalidField('response', { de: 'ist keine Antwort auf diese Frage', en: 'is no answer to what was asked' })
  const { credential } = registrationInfo
  const id = randomUUID()
  await context.write(
    sql`insert into passkeys (organization_id, id, created_at, member_id, name, credential_id, public_key, sign_count, transports)
        values (${organizationId}, ${id}, ${clock.now()}, ${member.id}, ${name}, ${credential.id}, ${Buffer.from(credential.publicKey)},
          ${credential.counter}, ${credential.transports ?? []}::text[])`,
  )
  context.audit('passkey.created', { id, after: { member_id: member.id, name } })
  return id
}

export async function createSignInChallenge(
  context: Context,
): Promise<PasskeyChallenge<PublicKeyCredentialRequestOptionsJSON>> {
  const { rpID } = getRelyingParty(context)
  const { generateAuthenticationOptions } = await context.prepareOutside('passkeys', loadWebAuthn)
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required', timeout: lifetimeMs })
  return { options, ticket: sealTicket(context, options.challenge, null) }
}

/** Returns the member whose passkey signed the response, and enters their organization. */
export async function verifyPasskey(context: Context, ticket: string, response: unknown): Promise<{ id: string }> {
  const { rpID, origin } = getRelyingParty(context)
  const answer = response as AuthenticationResponseJSON
  const challenge = await redeemTicket(context, ticket, null)
  const { verifyAuthenticationResponse } = await context.prepareOutside('passkeys', loadWebAuthn)
  const handle = parseUserHandle(answer?.response?.userHandle)
  if (!handle || typeof answer.id !== 'string') throw wrongPasskey()
  const { organizationId, memberId } = handle
  context.enterOrganization(organizationId)
  const [passkey] = await context.query<{
    id: string
    publicKey: Buffer
    counter: number
  }>(
    select`id, public_key as "publicKey", sign_count::float8 as counter from passkeys
        where organization_id = ${organizationId} and member_id = ${memberId} and credential_id = ${answer.id}`,
  )
  if (!passkey) throw wrongPasskey()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: answer.id,
      publicKey: new Uint8Array(passkey.publicKey as Buffer),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw wrongPasskey()
  await context.write(
    sql`update passkeys set sign_count = ${authenticationInfo.newCounter}, last_used_at = ${context.clock.now()}
        where organization_id = ${organizationId} and id = ${passkey.id}`,
  )
  return { id: memberId }
}

export const passkeyConstraints = {
  passkeys_credential_id_key: () =>
    conflict('conflict', { de: 'Diesen Passkey gibt es hier schon.', en: 'This passkey is here already.' }),
}

const sealTicket = ({ services, clock }: Context, challenge: string, memberId: string | null) =>
  services.secrets
    .seal(JSON.stringify([challenge, memberId, clock.now().getTime() + lifetimeMs]), purpose)
    .toString('base64url')

/** Uses up a ticket and returns its challenge; 422 if it is invalid, 410 if it has expired or was used. */
async function redeemTicket(context: Context, ticket: string, memberId: string | null): Promise<string> {
  const [challenge, own, until] = openTicket(context, ticket)
  if (own !== memberId) throw foreignTicket()
  if (until <= context.clock.now().getTime()) throw linkExpired()
  const isUsed = await context.prepareOutside(`challenge ${challenge}`, async ({ database, clock }) => {
    const { retryAfter } = await countAttempt(
      database.pool,
      { key: `challenge ${challenge}`, maxAttempts: 1 },
      clock.now(),
    )
    return retryAfter !== null
  })
  if (isUsed) throw linkExpired()
  return challenge
}

function openTicket(
  { services }: Context,
  ticket: string,
): [challenge: string, memberId: string | null, until: number] {
  try {
    return JSON.parse(services.secrets.open(Buffer.from(ticket, 'base64url'), purpose))
  } catch {
    throw foreignTicket()
  }
}

const foreignTicket = () => invalidField('ticket', { de: 'gehört nicht hierher', en: 'does not belong here' })

const wrongPasskey = () =>
  new Problem(403, 'forbidden', {
    de: 'Mit diesem Passkey kann man sich hier nicht anmelden.',
    en: 'This passkey signs nobody in here.',
  })
