export const formatHeading = (title: string, icon: string | null): string => (icon ? `${icon} ${title}` : title)
