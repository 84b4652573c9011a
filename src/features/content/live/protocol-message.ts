import { MessageType } from '@hocuspocus/server'
import { createDecoder, hasContent, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { decodeStateVector, decodeUpdate } from 'yjs'
import { maxInlineBytes } from './live-document.ts'

/** Characters of a token and other text in a message. */
const mostText = 4_096
/** Bytes of one editor's presence. */
const mostPresence = 4_096

export const syncStep1 = 0
export const syncStep2 = 1

export interface ProtocolMessage {
  /** Name of the document. */
  name: string
  type: MessageType
  /** Step and content of a Sync message. */
  step: number
  payload: Uint8Array
}

const nothing = new Uint8Array()

/** Parses a complete message of Hocuspocus's protocol; null closes the socket before Hocuspocus reads it. */
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
        // Larger updates are parsed in a thread.
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
      // Not used by pages.
      case MessageType.Stateless:
        return data.length <= mostText ? frame : null
      default:
        return null
    }
  } catch {
    return null
  }
}
