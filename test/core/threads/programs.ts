import { once } from 'node:events'

export const double = (input: Buffer, how: string) => Buffer.concat([input, Buffer.from(how), input])

export const nothing = () => null

export const environment = () => Buffer.from(JSON.stringify(process.env))

export const crash = () => process.abort()

export const fail = () => {
  throw new RangeError('beyond')
}

export const hang = () => {
  for (;;);
}

export const hoard = () => {
  const kept: Buffer[] = []
  for (;;) kept.push(Buffer.alloc(1024 * 1024, 1))
}

/** Reads a file like an attacker in the program. */
export const readSecret = async (path: Buffer) => {
  const { readFile } = await import('node:fs/promises')
  return readFile(String(path))
}

/** Connects to a local port or Unix socket, and returns what it receives. */
export const connect = async (place: Buffer) => {
  const { connect: open } = await import('node:net')
  const [heard] = await once(
    open(/^\d+$/.test(String(place)) ? { port: Number(place), host: '127.0.0.1' } : { path: String(place) }),
    'data',
  )
  return heard as Buffer
}

export const spawn = async () => (await import('node:child_process')).execFileSync('/bin/echo', ['begun'])

export const write = async (path: Buffer) => {
  const { writeFile } = await import('node:fs/promises')
  await writeFile(String(path), 'written')
  return Buffer.from('written')
}

export const chatter = () => Buffer.alloc(64 * 1024)
