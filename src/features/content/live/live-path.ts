export const livePath = '/live'
