/** Where the parts of an organization's uploads lie. */
export const partsFolder = (organizationId: string) => `uploads/${organizationId}`

/** Where a part lies. The name begins with the upload's id, so that all of one are found. */
export const createPartKey = ({ organizationId, id }: { organizationId: string; id: string }, part: string) =>
  `${partsFolder(organizationId)}/${id}.${part}`
