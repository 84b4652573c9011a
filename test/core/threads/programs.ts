/** Functions that are run as programs. */

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

export const chatter = () => Buffer.alloc(64 * 1024)
