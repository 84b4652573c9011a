import { createExampleId, type Examples } from '#core/rest/openapi-examples'

const things = {
  billFile: createExampleId(49),
}

export const examples: Examples = {
  things,
  ids: {},
  operations: { readBill: { body: { file_id: things.billFile } } },
}
