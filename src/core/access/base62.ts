const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Fixed-length base62, most significant digit first. */
export function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text
  return text
}

function fromBase62(text: string): bigint {
  let value = 0n
  for (const letter of text) value = value * 62n + BigInt(alphabet.indexOf(letter))
  return value
}

/** 22 characters, as at the beginning of tokens and links. */
export const encodeOrganizationId = (organizationId: string) =>
  toBase62(BigInt(`0x${organizationId.replaceAll('-', '')}`), 22)

/** Null if invalid. */
export function decodeOrganizationId(text: string): string | null {
  const hex = fromBase62(text).toString(16).padStart(32, '0')
  return hex.length > 32 ? null : hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
