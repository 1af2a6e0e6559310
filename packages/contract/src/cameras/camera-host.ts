/** An IPv4 address, with the port of the camera's pages where that is another than 80: `10.0.0.20`, `10.0.0.20:8080`. */
export const CAMERA_HOST = /^\d{1,3}(\.\d{1,3}){3}(:\d{1,5})?$/;
