import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Objects that the examples refer to. A test creates them and sends every example. */
const things = {
  departingClient: createExampleId(711),
  departingGuest: createExampleId(712),
  departingMember: createExampleId(713),
  clientErasure: createExampleId(714),
  guestErasure: createExampleId(715),
  memberErasure: createExampleId(716),
}

export const examples: Examples = {
  things,
  ids: {},
  operations: {
    getClientErasurePlan: { parameters: { id: things.departingClient } },
    getGuestErasurePlan: { parameters: { id: things.departingGuest } },
    getMemberErasurePlan: { parameters: { id: things.departingMember } },
    eraseClient: { parameters: { id: things.departingClient }, body: { plan: things.clientErasure } },
    eraseGuest: { parameters: { id: things.departingGuest }, body: { plan: things.guestErasure } },
    eraseMember: { parameters: { id: things.departingMember }, body: { plan: things.memberErasure } },
    exportClientData: { parameters: { id: things.departingClient } },
    exportGuestData: { parameters: { id: things.departingGuest } },
    exportMemberData: { parameters: { id: things.departingMember } },
  },
}
