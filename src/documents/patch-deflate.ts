import { deflateSync } from 'node:zlib'
import pako from 'pako'

// pdf-lib and fontkit compress with pako. zlib takes a fifth of the time.
Object.assign(pako, { deflate: (data: Uint8Array) => new Uint8Array(deflateSync(data)) })
