/** Opens WhatsApp with the words written, at the number where there is one. */
export const whatsAppPath = (phone: string, words: string): string =>
  `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(words)}`;
