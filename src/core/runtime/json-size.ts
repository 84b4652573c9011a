/** Measures a value without recursion, so that depth is no problem. */
export function measureJson(value: unknown): { depth: number; values: number } {
  let depth = 0
  let values = 0
  for (let level = [value]; level.length; depth += 1) {
    const next: unknown[] = []
    for (const item of level) {
      values += 1
      if (item === null || typeof item !== 'object') continue
      for (const part of Array.isArray(item) ? item : Object.values(item)) next.push(part)
    }
    level = next
  }
  return { depth: depth - 1, values }
}

/** Nesting depth, total of named values, and the most in one object. */
export interface JsonExtent {
  depth: number
  names: number
  ownNames: number
}

/** Measures JSON text before it is parsed; stops once a figure exceeds `most`. */
export function measureJsonText(text: string, most: JsonExtent): JsonExtent {
  let depth = 0
  const extent = { depth: 0, names: 0, ownNames: 0 }
  const namesAt = [0]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      do index = text.indexOf('"', index + 1)
      while (index > 0 && isEscaped(text, index))
      if (index < 0) break
    } else if (code === openList || code === openObject) {
      depth += 1
      namesAt[depth] = 0
      extent.depth = Math.max(extent.depth, depth)
    } else if (code === closeList || code === closeObject) depth = Math.max(0, depth - 1)
    else if (code === colon) {
      const own = (namesAt[depth] ?? 0) + 1
      namesAt[depth] = own
      extent.names += 1
      extent.ownNames = Math.max(extent.ownNames, own)
    }
    if (extent.depth > most.depth || extent.names > most.names || extent.ownNames > most.ownNames) break
  }
  return extent
}

const [quote, backslash, openList, closeList, openObject, closeObject, colon] = [...'"\\[]{}:'].map((sign) =>
  sign.charCodeAt(0),
)

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(index - 1 - backslashes) === backslash) backslashes += 1
  return backslashes % 2 === 1
}

/** Accurate to a few percent. */
export const fitsAsJson = (value: unknown, most: number): boolean => estimateJsonBytes(value, most) <= most

/** Accurate to a few percent; stops once it exceeds `most`. */
export function estimateJsonBytes(value: unknown, most: number): number {
  let bytes = 0
  const add = (part: unknown): boolean => {
    if (typeof part === 'string') bytes += Buffer.byteLength(part) + 3
    else if (part === null || typeof part !== 'object') bytes += 6
    else if (Array.isArray(part)) {
      bytes += 2
      for (const item of part) if (!add(item)) return false
    } else {
      bytes += 2
      for (const name in part) {
        bytes += name.length + 3
        if (!add((part as Record<string, unknown>)[name])) return false
      }
    }
    return bytes <= most
  }
  add(value)
  return bytes
}
