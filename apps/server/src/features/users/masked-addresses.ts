/*
 * So much of an address as its owner recognises, and nobody else learns it.
 */

/** 'p•••@ejemplo.co' */
export const maskedMail = (email: string): string =>
  `${email.slice(0, 1)}•••${email.slice(email.indexOf("@"))}`;

/** '••• 4567' */
export const maskedPhone = (phone: string): string => `••• ${phone.slice(-4)}`;
