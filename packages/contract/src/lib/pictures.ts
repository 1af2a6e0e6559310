import { z } from "zod";

/** Bytes of one picture at most, before it is made smaller (decisions §3). */
export const PICTURE_BYTES = 5 * 1024 * 1024;

/** A picture in a form. What it truly is, the server finds out by decoding it. */
export const Picture = z.file().min(1).max(PICTURE_BYTES);
