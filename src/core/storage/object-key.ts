export const createObjectKey = (organizationId: string, fileId: string) => `files/${organizationId}/${fileId}`
