export const partsFolder = (organizationId: string) => `uploads/${organizationId}`

/** Starts with the upload's id, so that its parts can be listed. */
export const createPartKey = ({ organizationId, id }: { organizationId: string; id: string }, part: string) =>
  `${partsFolder(organizationId)}/${id}.${part}`
