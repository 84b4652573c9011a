export const fixture = {}
