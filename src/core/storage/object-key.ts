/** Where the bytes of a file lie. */
export const objectKey = (organizationId: string, fileId: string) => `files/${organizationId}/${fileId}`
