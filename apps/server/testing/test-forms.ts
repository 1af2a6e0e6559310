import sharp from "sharp";
import type { TestPerson } from "./factories.ts";
import type { TestServer } from "./test-server.ts";

/** A picture as a phone sends one. */
export async function picture(
  options: { width?: number; height?: number; format?: "jpeg" | "png" | "webp" | "avif" } = {},
): Promise<File> {
  const { width = 64, height = 48, format = "jpeg" } = options;
  const bytes = await sharp({ create: { width, height, channels: 3, background: "#7a9" } })
    .toFormat(format)
    .toBuffer();
  return fileOf(bytes, `image/${format}`);
}

/** A JPEG as a camera gives one. */
export const jpegBytes = async (): Promise<Buffer> => Buffer.from(await (await picture()).arrayBuffer());

export const fileOf = (bytes: Uint8Array | string, type = "image/jpeg"): File =>
  new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], "foto.jpg", { type });

/**
 * Posts a form as a browser does, through the loopback.
 * @param from the network address that it comes from instead
 */
export async function postForm(
  server: TestServer,
  actor: Pick<TestPerson, "headers"> | null,
  path: string,
  fields: Record<string, string | File>,
  from?: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
  }
  if (from !== undefined) {
    const sent = new Response(form);
    const reply = await server.app.http.inject({
      method: "POST",
      url: path,
      remoteAddress: from,
      headers: { ...actor?.headers, "content-type": sent.headers.get("content-type") ?? "" },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return { status: reply.statusCode, body: reply.json() };
  }
  const reply = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: actor?.headers ?? {},
    body: form,
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}
