import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** log2 of scrypt's work factor N; tests lower it instead of waiting. */
const usualCost = 15
const blockSize = 8
const keyLength = 32

const derive = (password: string, salt: Buffer, cost: number) =>
  new Promise<Buffer>((resolve, reject) => {
    const options = { N: 2 ** cost, r: blockSize, p: 1, maxmem: 256 * 2 ** cost * blockSize }
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

const bound = (key: Buffer, nonce: string) => createHmac('sha256', key).update(nonce).digest()

/** Returns `scrypt$cost$salt$key$nonce`; `cost` is log2 of scrypt's N. */
export async function hashPassword(password: string, cost = usualCost, salt = randomBytes(16)): Promise<string> {
  const key = await derive(password, salt, cost)
  const nonce = randomBytes(16).toString('base64')
  return ['scrypt', cost, salt.toString('base64'), bound(key, nonce).toString('base64'), nonce].join('$')
}

/** Creates a function that verifies the password against hashes; those with equal salt and cost share one derivation. */
export function createPasswordVerifier(password: string, deriveKey = derive): (stored: string) => Promise<boolean> {
  const derived = new Map<string, Promise<Buffer>>()
  return async (stored) => {
    const [, cost = '', salt = '', key = '', nonce] = stored.split('$')
    const expected = Buffer.from(key, 'base64')
    const deriving = derived.get(`${cost}$${salt}`) ?? deriveKey(password, Buffer.from(salt, 'base64'), Number(cost))
    derived.set(`${cost}$${salt}`, deriving)
    // The oldest hashes have no nonce.
    const actual = nonce === undefined ? await deriving : bound(await deriving, nonce)
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }
}

export const verifyPassword = (password: string, stored: string): Promise<boolean> =>
  createPasswordVerifier(password)(stored)
