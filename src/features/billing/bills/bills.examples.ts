import { createExampleId, type Examples } from '#core/rest/openapi-examples'

const things = {
  billFile: createExampleId(49),
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: {},
  operations: { readBill: { body: { file_id: things.billFile } } },
}
