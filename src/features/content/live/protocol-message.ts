import { MessageType } from '@hocuspocus/server'
import { createDecoder, hasContent, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { decodeStateVector, decodeUpdate } from 'yjs'
import { maxInlineBytes } from './live-document.ts'

/** Characters of a token, and of what else stands in a frame as text. */
const mostText = 4_096
/** Bytes of what one editor says of who is there. */
const mostPresence = 4_096

export const syncStep1 = 0
export const syncStep2 = 1

export interface ProtocolMessage {
  /** The document, as it is addressed. */
  name: string
  type: MessageType
  /** Of a message of type Sync: its step, and what it brings. */
  step: number
  payload: Uint8Array
}

const nothing = new Uint8Array()

/** A message that an editor may send, whole, in Hocuspocus's protocol: null for what is none, and ends the socket before anything else reads it. */
export function parseMessage(data: Uint8Array): ProtocolMessage | null {
  try {
    const decoder = createDecoder(data)
    const name = readVarString(decoder)
    if (name.length > mostText) return null
    const type: MessageType = readVarUint(decoder)
    const frame = { name, type, step: 0, payload: nothing }
    switch (type) {
      case MessageType.Sync:
      case MessageType.SyncReply: {
        const step = readVarUint(decoder)
        const payload = readVarUint8Array(decoder)
        if (step === syncStep1) decodeStateVector(payload)
        // What is larger is read in a thread.
        else if (payload.length <= maxInlineBytes) decodeUpdate(payload)
        return step <= 2 && !hasContent(decoder) ? { ...frame, step, payload } : null
      }
      case MessageType.Awareness:
        return readVarUint8Array(decoder).length <= mostPresence && !hasContent(decoder) ? frame : null
      case MessageType.Auth:
        readVarUint(decoder)
        return readVarString(decoder).length <= mostText ? frame : null
      case MessageType.QueryAwareness:
      case MessageType.CLOSE:
      case MessageType.Ping:
      case MessageType.Pong:
      // What pages have no use for.
      case MessageType.Stateless:
        return data.length <= mostText ? frame : null
      default:
        return null
    }
  } catch {
    return null
  }
}
