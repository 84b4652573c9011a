import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { armor, Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'

/** A passphrase, or the identity file of the recipient. */
export interface BackupKeys {
  passphrase: string | null
  recipient: string | null
  identityFile: string | null
}

/** Both null without encryption. */
export interface Encryption {
  /** An age recipient: `age1…`. */
  recipient: string | null
  /** Encrypted with the passphrase and armored; null if only the recipient's owner has it. */
  identity: string | null
}

/** The message contains reason and remedy. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
}

/** Without encryption. */
export const noBackupKeys: BackupKeys = { passphrase: null, recipient: null, identityFile: null }

/** Encryption of a new repository. */
export async function createEncryption({ passphrase, recipient }: BackupKeys): Promise<Encryption> {
  if (recipient) return { recipient, identity: null }
  if (!passphrase) return { recipient: null, identity: null }
  const identity = await generateIdentity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return {
    recipient: await identityToRecipient(identity),
    identity: armor.encode(await encrypter.encrypt(identity)),
  }
}

/** Throws BackupFailed if the keys differ from the repository's: a backup made with them could not be decrypted. */
export async function assertSameKeys(encryption: Encryption, keys: BackupKeys): Promise<void> {
  const { recipient, identity } = encryption
  if (keys.recipient && keys.recipient !== recipient)
    throw new BackupFailed(`BACKUP_RECIPIENT is not the one of this repository (${recipient ?? 'not encrypted'}).`)
  if (!keys.passphrase) return
  if (!identity)
    throw new BackupFailed(
      recipient
        ? `The repository is encrypted to ${recipient}, not to BACKUP_PASSPHRASE.`
        : 'The repository is not encrypted, although BACKUP_PASSPHRASE is set: choose another folder.',
    )
  await readIdentity(encryption, keys)
}

/** Null without encryption. */
export async function readIdentity(
  { recipient, identity }: Encryption,
  { passphrase, identityFile }: BackupKeys,
): Promise<string | null> {
  if (!recipient) return null
  if (identityFile) {
    const found = /AGE-SECRET-KEY-\S+/.exec(await readFile(identityFile, 'utf8'))?.[0]
    if (!found) throw new BackupFailed(`BACKUP_IDENTITY_FILE: ${identityFile} holds no AGE-SECRET-KEY-….`)
    if ((await identityToRecipient(found)) !== recipient)
      throw new BackupFailed(`BACKUP_IDENTITY_FILE: ${identityFile} does not belong to ${recipient}.`)
    return found
  }
  if (!identity) throw new BackupFailed(`The backup is encrypted to ${recipient}: set BACKUP_IDENTITY_FILE.`)
  if (!passphrase) throw new BackupFailed('The backup is encrypted: set BACKUP_PASSPHRASE.')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const found = await decrypter.decrypt(armor.decode(identity), 'text').catch((cause) => {
    throw new BackupFailed('BACKUP_PASSPHRASE is not the passphrase of this repository.', { cause })
  })
  // The recipient is not secret: if replaced, backups would be encrypted for somebody else.
  if ((await identityToRecipient(found)) !== recipient)
    throw new BackupFailed(
      `The repository names the recipient ${recipient}, which does not belong to BACKUP_PASSPHRASE: somebody has changed it.`,
    )
  return found
}

/** Unchanged without a recipient. */
export async function encrypt(content: Readable, recipient: string | null): Promise<Readable> {
  if (!recipient) return content
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

export async function decrypt(content: Readable, identity: string | null): Promise<Readable> {
  if (!identity) return content
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return fromWeb(await decrypter.decrypt(toWeb(content)))
}

// Web and Node streams differ only in their types.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>
const fromWeb = (stream: ReadableStream) => Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
