/** Where the bytes of a file lie. */
export const createObjectKey = (organizationId: string, fileId: string) => `files/${organizationId}/${fileId}`
