import { type Examples, exampleId } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
const things = {
  departingClient: exampleId(711),
  departingGuest: exampleId(712),
  departingMember: exampleId(713),
  clientErasure: exampleId(714),
  guestErasure: exampleId(715),
  memberErasure: exampleId(716),
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: {},
  operations: {
    clientErasurePlan: { parameters: { id: things.departingClient } },
    guestErasurePlan: { parameters: { id: things.departingGuest } },
    memberErasurePlan: { parameters: { id: things.departingMember } },
    eraseClient: { parameters: { id: things.departingClient }, body: { plan: things.clientErasure } },
    eraseGuest: { parameters: { id: things.departingGuest }, body: { plan: things.guestErasure } },
    eraseMember: { parameters: { id: things.departingMember }, body: { plan: things.memberErasure } },
    exportClientData: { parameters: { id: things.departingClient } },
    exportGuestData: { parameters: { id: things.departingGuest } },
    exportMemberData: { parameters: { id: things.departingMember } },
  },
}
