import { MessageType } from '@hocuspocus/server'
import { createDecoder, hasContent, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { decodeStateVector, decodeUpdate } from 'yjs'
import { little } from './live-document.ts'

/** Characters of a token, and of what else stands in a frame as text. */
const mostText = 4_096
/** Bytes of what one editor says of who is there. */
const mostPresence = 4_096

const syncStep1 = 0

/** Whether a message is one that an editor may send, whole, in Hocuspocus's protocol: what is none ends the socket before anything reads it. */
export function isFrame(data: Uint8Array): boolean {
  try {
    const decoder = createDecoder(data)
    if (readVarString(decoder).length > mostText) return false
    const type: number = readVarUint(decoder)
    switch (type) {
      case MessageType.Sync:
      case MessageType.SyncReply: {
        const step = readVarUint(decoder)
        const payload = readVarUint8Array(decoder)
        if (step === syncStep1) decodeStateVector(payload)
        // What is larger is read in a thread.
        else if (payload.length <= little) decodeUpdate(payload)
        return step <= 2 && !hasContent(decoder)
      }
      case MessageType.Awareness:
        return readVarUint8Array(decoder).length <= mostPresence && !hasContent(decoder)
      case MessageType.Auth:
        readVarUint(decoder)
        return readVarString(decoder).length <= mostText
      case MessageType.QueryAwareness:
      case MessageType.CLOSE:
      case MessageType.Ping:
      case MessageType.Pong:
        return data.length <= mostText
      case MessageType.Stateless:
        // What pages have no use for.
        return data.length <= mostText
      default:
        return false
    }
  } catch {
    return false
  }
}
