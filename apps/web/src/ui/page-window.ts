/** `size` page numbers with `page` in their middle, as far as there are so many on either side. */
export function windowOf(page: number, total: number, size: number): readonly number[] {
  const length = Math.min(size, total);
  const first = Math.min(Math.max(1, page - Math.floor(size / 2)), total - length + 1);
  return Array.from({ length }, (_, n) => first + n);
}
