import { z } from "zod";
import { PasskeyRequest } from "./passkeys.ts";
import { personal } from "./personal.ts";

/**
 * Every way the server refuses: a stable word, the HTTP status, and the sentence a person reads.
 * Sentences in the specification (§5, §8) are used letter by letter. A screen that has a better
 * sentence for its situation uses its own; everything else shows this one.
 */
const refusals = {
  BAD_REQUEST: { status: 400, message: "La solicitud no tiene la forma esperada." },
  SIGN_IN_REQUIRED: { status: 401, message: "Debes iniciar sesión para continuar." },
  BAD_CREDENTIALS: { status: 401, message: "* Usuario o contraseña inválidos" },
  SECOND_FACTOR_NEEDED: {
    status: 401,
    message: "Escribe el código de tu app de verificación.",
  },
  SECOND_FACTOR_NOT_VALID: {
    status: 401,
    message: "El código no es válido o ya se usó. Espera el siguiente e intenta de nuevo.",
  },
  SECOND_FACTOR_ENROLMENT: {
    status: 401,
    message: "Para entrar debes activar la verificación en dos pasos.",
  },
  SECOND_FACTOR_IS_YOURS: {
    status: 409,
    message: "Tu propia verificación en dos pasos se cambia en tu perfil.",
  },
  SECOND_FACTOR_CODE_WRONG: {
    status: 422,
    message: "El código no es válido o ya venció. Intenta con el siguiente.",
  },
  PASSKEY_NOT_TAKEN: {
    status: 401,
    message: "No pudimos comprobar tu llave de acceso. Intenta de nuevo o usa un código.",
  },
  PASSKEY_NOT_VALID: {
    status: 422,
    message: "La llave no se pudo agregar. Empieza otra vez.",
  },
  PASSKEY_TAKEN: { status: 409, message: "Esta llave de acceso ya está agregada." },
  PASSKEYS_ENOUGH: { status: 409, message: "Ya tienes 20 llaves de acceso. Quita una primero." },
  PASSKEYS_NOT_HERE: {
    status: 409,
    message: "Las llaves de acceso necesitan que Umbral tenga una dirección propia con https.",
  },
  ADMINISTRATOR_IS_YOU: { status: 409, message: "No puedes desactivar tu propia cuenta." },
  ADMINISTRATOR_IS_LAST: {
    status: 409,
    message: "Es el último administrador activo. Crea o activa a otro antes de desactivarlo.",
  },
  ADMINISTRATOR_IS_OFF: { status: 409, message: "Esta cuenta está desactivada. Actívala primero." },
  CONTROLLER_NOT_KNOWN: {
    status: 401,
    message: "El controlador no está registrado o su llave no es válida.",
  },
  NOTICES_FOR_RESIDENTS: { status: 403, message: "Los avisos de un hogar son para quienes viven en él." },
  PERSON_NOT_OF_HOME: { status: 404, message: "Esta persona ya no es de tu hogar, o retiró lo que pidió." },
  ARRIVALS_NOT_ALLOWED: {
    status: 409,
    message: "Esta persona prefiere que no avisemos cuándo llega. Ella puede cambiarlo en sus avisos.",
  },
  PASS_NOT_FOUND: { status: 404, message: "Esta invitación no existe o no es de tu apartamento." },
  PASS_NOT_VALID: { status: 422, message: "Ninguna invitación de este edificio tiene ese código." },
  PASS_TIMES_NOT_VALID: {
    status: 422,
    message: "Revisa desde cuándo y hasta cuándo: hasta 30 días, o un año si se repite cada semana.",
  },
  PASS_IS_OVER: { status: 409, message: "Esta invitación ya se retiró. Haz una nueva." },
  PASSES_FULL: {
    status: 409,
    message: "Hay demasiadas invitaciones vigentes. Retira las que ya no necesitas.",
  },
  PASS_REFUSED: { status: 409, message: "Esta invitación no permite entrar ahora." },
  PASS_DECIDER_AWAY: {
    status: 503,
    message:
      "El controlador que cuenta los ingresos de esta invitación está sin conexión. Intenta en un momento.",
  },
  PARCEL_NOT_FOUND: { status: 404, message: "Esta correspondencia no existe o no es de este lugar." },
  PARCEL_CLOSED: { status: 409, message: "Alguien ya la entregó o la devolvió. Refresca la lista." },
  PARCELS_OF_ONE_HOME: { status: 422, message: "Entrega juntas solo las de un mismo apartamento." },
  PARCEL_PROOF_ASKED: { status: 422, message: "Pide el código del apartamento o una firma." },
  PARCEL_CODE_NOT_VALID: {
    status: 422,
    message: "Ese código no es de este apartamento o ya venció. Pide otro en la app.",
  },
  PICTURE_ASKED: { status: 422, message: "Este edificio pide una foto de quien entra." },
  DOCUMENT_ASKED: { status: 422, message: "Este edificio pide una foto del documento de quien entra." },
  PASS_NAMES_DO_NOT_FIT: {
    status: 422,
    message: "La lista tiene más personas que las que pueden entrar con esta invitación.",
  },
  PASS_NAME_CAME: { status: 409, message: "Quien ya entró no se puede quitar de la lista." },
  PASS_NAME_NOT_FOUND: { status: 404, message: "Ese nombre ya no está en la lista." },
  PASS_NAME_INSIDE: { status: 409, message: "Esta persona de la lista ya entró." },
  PASS_NAME_NOT_INSIDE: { status: 409, message: "Esta persona de la lista no está adentro." },
  PASS_NAMES_ASKED: { status: 409, message: "Marca en la lista quiénes salieron." },
  NOBODY_INSIDE: { status: 409, message: "No hay tantas personas adentro con esta invitación." },
  GUEST_PAGE_NOT_VALID: {
    status: 404,
    message: "Esta invitación no existe o ya no está disponible. Pide una nueva a quien te invitó.",
  },
  NOBODY_TO_RING: { status: 409, message: "Nadie puede contestar en este momento. Acércate a la portería." },
  GUEST_CALLS_ALREADY: {
    status: 409,
    message: "Ya hay una llamada con esta invitación. Espera a que termine.",
  },
  SIGN_NOT_VALID: {
    status: 404,
    message: "Este letrero ya no funciona. Llama por teléfono a quien visitas, o acércate a la portería.",
  },
  SIGN_NOT_MADE: { status: 404, message: "Este edificio todavía no tiene letrero de la entrada." },
  SIGN_OFF: {
    status: 409,
    message: "El timbre de este letrero está apagado. Llama por teléfono a quien visitas.",
  },
  SIGN_CLOSED: {
    status: 409,
    message: "A esta hora no se timbra desde el letrero. Llama por teléfono a quien visitas.",
  },
  SIGN_CALLS_TOO_OFTEN: {
    status: 429,
    message: "Ya se timbró varias veces. Espera unos minutos, o llama por teléfono a quien visitas.",
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    message:
      "Umbral no se abre por este nombre. Usa su propia dirección, o agrega el nombre a ALLOWED_HOSTS.",
  },
  LINE_NOT_ENCRYPTED: {
    status: 403,
    message:
      "La línea del controlador no va cifrada. Usa https:// en su SERVER_URL. Si esa red es solo del edificio, el servidor " +
      "la acepta con ALLOW_PLAIN_LINE=1.",
  },
  NOT_ALLOWED: { status: 403, message: "No se encuentra autorizado para realizar esta acción" },
  SECOND_FACTOR_ASKED: {
    status: 403,
    message: "Para administrar el edificio confirma primero tu verificación en dos pasos.",
  },
  SHIFT_PIN_ASKED: {
    status: 403,
    message: "Nadie ha usado este equipo hace un rato. Escribe tu PIN de turno para abrir.",
  },
  SHIFT_PIN_LOCKED: {
    status: 403,
    message:
      "Este documento quedó bloqueado en este equipo por cinco intentos errados. Crea un PIN de turno nuevo en tu perfil.",
  },
  LOGBOOK_LINE_NOT_FOUND: { status: 404, message: "Esta anotación no está en la minuta del edificio." },
  HANDOVER_TO_ONESELF: { status: 422, message: "El turno se entrega a otra persona." },
  HANDOVER_PIN_WRONG: { status: 422, message: "Tu PIN de turno no es correcto." },
  SHIFT_NOT_BEGUN: { status: 422, message: "El documento o el PIN de turno no son correctos." },
  SHIFT_PIN_NOT_ACCEPTED: {
    status: 422,
    message: "Elige otro PIN: no uses uno de tus puertas, ni dígitos repetidos o seguidos.",
  },
  KIOSK_CODE_NOT_VALID: {
    status: 422,
    message: "El código no es válido o ya venció. Pide otro a la administración del edificio.",
  },
  TOKEN_NOT_VALID: {
    status: 401,
    message: "Este token no es válido: no existe, venció o fue retirado.",
  },
  TOKEN_MAY_NOT: { status: 403, message: "Este token no tiene permiso para hacer esto." },
  TOKEN_NOT_FOUND: { status: 404, message: "Este token ya no existe." },
  TOO_MANY_TOKENS: { status: 409, message: "Este edificio ya tiene 20 tokens. Retira uno primero." },
  TOKEN_DOORS_ASKED: { status: 422, message: "Elige al menos una puerta que este token pueda abrir." },
  WEBHOOK_NOT_FOUND: { status: 404, message: "Este webhook ya no existe." },
  TOO_MANY_WEBHOOKS: { status: 409, message: "Este edificio ya tiene 10 webhooks. Elimina uno primero." },
  WEBHOOK_ADDRESS_NOT_VALID: {
    status: 422,
    message: "Escribe una dirección pública que empiece por https://, sin usuario ni contraseña.",
  },
  WEBHOOK_IS_OFF: { status: 409, message: "Este webhook está desactivado. Actívalo primero." },
  DELIVERY_NOT_FOUND: { status: 404, message: "Este envío ya no existe." },
  KIOSK_NOT_FOUND: { status: 404, message: "Este equipo de portería ya no existe." },
  TOO_MANY_KIOSKS: {
    status: 409,
    message: "La portería ya tiene todos los equipos que caben. Retira uno antes de vincular otro.",
  },
  PLATFORM_ONLY: { status: 403, message: "Esto solo lo puede hacer la administración de la plataforma." },
  NOT_FOUND: { status: 404, message: "No encontramos lo que buscas." },
  DOOR_NOT_FOUND: { status: 404, message: "Esta puerta ya no existe." },
  INPUT_NOT_FOUND: { status: 404, message: "Esta entrada ya no existe." },
  INPUT_NEEDS_DOOR: { status: 422, message: "Un botón de salida es de una puerta: elige cuál abre." },
  CAMERA_SHOWS_NOTHING: { status: 503, message: "La cámara no muestra imagen en este momento." },
  CLIP_GONE: { status: 404, message: "El controlador ya no tiene este clip y nadie alcanzó a traerlo." },
  CLIP_AWAY: {
    status: 503,
    message: "El controlador no responde: el clip sigue allá. Intenta de nuevo en un momento.",
  },
  CLIP_DAMAGED: { status: 503, message: "El clip llegó dañado y no se guardó. Intenta de nuevo." },
  CAMERA_NOT_FOUND: { status: 404, message: "Esta cámara ya no existe." },
  TOO_MANY_AT_HAND: {
    status: 409,
    message: "La portería ya tiene todos los favoritos que caben. Quita uno antes de agregar otro.",
  },
  APARTMENT_NOT_FOUND: { status: 404, message: "Apto no encontrado" },
  CALL_NOT_FOUND: { status: 404, message: "Esta llamada ya no se encuentra disponible" },
  VISITOR_NOT_KNOWN: { status: 404, message: "Cédula no autorizada, debe registrarse primero." },
  VISIT_CODE_NOT_VALID: { status: 404, message: "Código no autorizado !!!" },
  PAIRING_CODE_NOT_VALID: { status: 404, message: "El código de emparejamiento no es válido o ya venció." },
  ACCESS_ALREADY_REQUESTED: {
    status: 409,
    message: "Ya tienes una solicitud pendiente para este apartamento.",
  },
  ACCESS_ALREADY_GRANTED: { status: 409, message: "Ya tienes acceso a este apartamento." },
  ACCESS_ALREADY_DECIDED: { status: 409, message: "Otra persona ya decidió esta solicitud." },
  ACCESS_DATE_PASSED: {
    status: 409,
    message: "La fecha hasta la que pedía acceso ya pasó. Puedes rechazar la solicitud.",
  },
  RESET_LINK_NOT_VALID: {
    status: 404,
    message: "Este enlace ya no sirve: venció o ya se usó. Solicita uno nuevo.",
  },
  EMAIL_LINK_NOT_VALID: {
    status: 404,
    message: "Este enlace ya no sirve: venció, ya se usó o es de otra cuenta. Pide el cambio otra vez.",
  },
  MEMBER_NOT_FOUND: { status: 404, message: "Esta persona ya no está en el apartamento." },
  MEMBER_IS_YOU: {
    status: 409,
    message: "No puedes cambiar ni retirar tu propio acceso. Debe hacerlo otra persona de la administración.",
  },
  MEMBER_IS_OF_ADMINISTRATION: {
    status: 403,
    message:
      "Solo la administración del edificio cambia o retira a propietarios, líderes y empleados administrativos. Pídeselo a ella.",
  },
  MEMBER_HAS_NO_STAY: { status: 409, message: "Esta persona no es residente del apartamento." },
  MEMBER_ALREADY: {
    status: 409,
    message: "Esta persona ya tiene ese rol, o ya vive, en el apartamento.",
  },
  PERSON_UNPROVEN: {
    status: 409,
    message:
      "Esta persona se registró por su cuenta. Invítala, para que acepte el rol en su celular o correo.",
  },
  PERSON_IS_OFF: {
    status: 409,
    message: "Esta persona está desactivada. La plataforma debe activarla primero.",
  },
  STAY_IN_THE_PAST: { status: 400, message: "La fecha de salida debe estar en el futuro." },
  USER_NOT_FOUND: { status: 404, message: "No se encontró el usuario ingresado." },
  USER_NOT_VERIFIED: { status: 422, message: "Debes validar al usuario antes de asignarle una tarjeta." },
  CARD_TAKEN: {
    status: 400,
    message: "La tarjeta ya ha sido asignada y/ el usuario ya tiene tarjeta asignada.",
  },
  PERSON_NOT_IN_BUILDING: { status: 404, message: "Esta persona ya no está en el edificio." },
  CARD_HOLDER_NOT_FOUND: { status: 404, message: "Esta persona ya no está en la lista." },
  PIN_NOT_FOUND: { status: 404, message: "Ya no hay un PIN. Crea uno nuevo." },
  PIN_HELD_BACK: {
    status: 409,
    message: "La administración desactivó tu PIN. Habla con ella para volver a usarlo.",
  },
  PIN_WITHOUT_KEYPAD: {
    status: 409,
    message: "Ninguna de las puertas por las que entras tiene teclado.",
  },
  CARD_NOT_FOUND: { status: 404, message: "Esta tarjeta ya no existe." },
  CARD_LOST: {
    status: 409,
    message: "Mientras tanto la marcaron como perdida y no abre. Si apareció, actívala en la lista.",
  },
  UNDO_TOO_LATE: {
    status: 409,
    message: "Ya no se puede deshacer. Pídele a la administración que la active de nuevo.",
  },
  TAG_NOT_VALID: {
    status: 422,
    message: "La etiqueta debe tener entre 4 y 64 dígitos hexadecimales (0-9, A-F).",
  },
  READER_NOT_THERE: { status: 409, message: "Esta puerta no tiene lector de tarjetas." },
  READER_FAILED: { status: 503, message: "El lector no respondió. Revisa su conexión." },
  CALL_NOT_AVAILABLE: { status: 409, message: "Esta llamada ya no se encuentra disponible" },
  ALREADY_IN_CALL: { status: 409, message: "Ya estás en otra llamada. Si contestas esta, la otra termina." },
  CALLS_TOO_OFTEN: {
    status: 429,
    message: "Has llamado demasiadas veces. Espera unos minutos o acércate a la portería.",
  },
  CALLER_NOT_FOUND: { status: 404, message: "Esta persona no ha llamado a tu hogar como visitante." },
  VISIT_ALREADY_AUTHORISED: { status: 409, message: "Código no autorizado" },
  ALARM_NOT_FOUND: { status: 404, message: "Esta alerta ya no existe." },
  ALARM_STILL_ACTIVE: { status: 409, message: "La alerta sigue activa. Siléncala antes de cerrarla." },
  ALARM_NOT_CONFIRMABLE: {
    status: 409,
    message: "Solo se confirma una emergencia activa, y nunca un simulacro.",
  },
  ALARM_CLOSED: { status: 409, message: "Esta alerta ya fue cerrada." },
  ACCESS_LEVEL_NOT_FOUND: { status: 404, message: "Este nivel de acceso ya no existe." },
  LEVEL_OF_BUILDING: {
    status: 409,
    message: "Este nivel viene con el edificio y no se elimina. Puedes cambiar sus puertas y su horario.",
  },
  SCHEDULE_NOT_FOUND: { status: 404, message: "Este horario ya no existe." },
  SCHEDULE_IN_USE: {
    status: 409,
    message: "Hay niveles de acceso o puertas con este horario. Dales otro horario primero.",
  },
  GRANT_IN_THE_PAST: { status: 422, message: "La fecha en que termina debe estar en el futuro." },
  NOT_NOW: { status: 403, message: "No puedes abrir esta puerta a esta hora." },
  DOOR_LOCKED: { status: 403, message: "La puerta está bloqueada por ahora. Pregunta en la portería." },
  DOOR_ONLY_PULSES: {
    status: 422,
    message:
      "El relé de esta puerta solo da pulsos, así que no puede quedar libre. Configúrale una segunda dirección que lo suelte, con la primera sin {seconds}, o usa otro relé.",
  },
  DOOR_MODE_CHANGED: {
    status: 409,
    message: "Alguien cambió el modo de esta puerta entretanto, y así queda. Mírala antes de cambiarla.",
  },
  DOOR_CANNOT_CLOSE: { status: 409, message: "Esta puerta no se puede cerrar a distancia." },
  DOOR_OFFLINE: { status: 503, message: "Sin conexión con el edificio. Intenta de nuevo en un momento." },
  // Nobody knows whether it moved, and this is all that whoever pressed is told of it.
  DOOR_NO_ANSWER: {
    status: 503,
    message: "La puerta no respondió y pudo haberse movido. Mírala antes de intentar de nuevo.",
  },
  // Read by residents and by who stands at the lobby alike.
  DOOR_FAILED: {
    status: 503,
    message: "La puerta no se movió. Ábrela con la llave o pide ayuda, y avisa a mantenimiento.",
  },
  DOOR_ORDER_EXPIRED: { status: 503, message: "La orden llegó tarde y la puerta no se abrió." },
  DOOR_TOO_OFTEN: {
    status: 429,
    message: "Demasiadas órdenes a esta puerta. Espera unos segundos e intenta de nuevo.",
  },
  CONTROLLER_AWAY: {
    status: 503,
    message: "No hay conexión con el controlador del edificio. Intenta de nuevo.",
  },
  SIREN_FAILED: { status: 503, message: "La sirena no respondió. Revisa su conexión." },
  SIREN_SOUNDS: {
    status: 409,
    message: "La sirena suena ahora por una alerta. Pruébala cuando esté silenciada.",
  },
  NAME_TAKEN: { status: 409, message: "Ya existe otro con ese nombre." },
  PASSWORD_AGAIN: {
    status: 422,
    message: "Escribe otra vez la contraseña: la guardada es de otra dirección y no se envía a esta.",
  },
  RELAY_TAKEN: { status: 409, message: "Otra puerta del edificio ya usa ese relé." },
  WIRE_TAKEN: {
    status: 409,
    message:
      "Ese pin o puerto del controlador ya lo usa otro dispositivo. Elige otro, o cambia primero el que lo tiene.",
  },
  BOARD_DIVIDED: {
    status: 409,
    message:
      "Todas las puertas de una placa van en el mismo controlador. Elige el que ya la tiene, o muévelas juntas.",
  },
  BUILDING_IN_USE: {
    status: 409,
    message: "El edificio todavía tiene torres, cámaras, personas o historial. No se puede eliminar.",
  },
  TOWER_IN_USE: { status: 409, message: "La torre todavía tiene pisos. Elimínalos primero." },
  FLOOR_IN_USE: {
    status: 409,
    message: "El piso todavía tiene apartamentos o puertas. Elimínalos primero.",
  },
  APARTMENT_IN_USE: {
    status: 409,
    message: "El apartamento tiene personas o solicitudes. Atiéndelas o quítalas primero.",
  },
  CAMERA_IN_USE: {
    status: 409,
    message: "La cámara está asignada a una puerta. Quítala de la puerta primero.",
  },
  CONTROLLER_REGISTERED: {
    status: 409,
    message:
      "El edificio ya tiene un controlador con ese nombre. Puedes reemplazarlo, o dar otro nombre a este.",
  },
  CONTROLLER_NEEDED: { status: 422, message: "Elige a cuál controlador del edificio pertenece." },
  DEVICE_MOVING: { status: 409, message: "Alguien más está cambiando este equipo. Intenta en un momento." },
  OLD_CONTROLLER_AWAY: {
    status: 409,
    message:
      "El controlador que lo tiene no responde: mientras siga encendido puede mover la puerta por su cuenta. Desconéctalo de ella, o confirma que lo hiciste.",
  },
  DOOR_NO_CONTROLLER: {
    status: 503,
    message: "Esta puerta está sin controlador. Avisa a la administración.",
  },
  STAFF_NOT_FOUND: { status: 404, message: "Esta persona ya no tiene ese rol en el edificio." },
  STAFF_ALREADY: { status: 409, message: "Esta persona ya tiene ese rol en el edificio." },
  INVITATION_NOT_FOUND: { status: 404, message: "Esta invitación ya no existe: se aceptó o se retiró." },
  INVITATION_IS_OF_ADMINISTRATION: {
    status: 403,
    message: "Solo la administración puede invitar a propietarios, líderes y empleados.",
  },
  INVITATIONS_FULL: {
    status: 409,
    message:
      "Este hogar tiene demasiadas invitaciones por aceptar. Retira una antes de invitar a alguien más.",
  },
  INVITATION_UNREACHABLE: {
    status: 409,
    message: "Esta invitación no tiene correo ni celular al que se pueda enviar. Invita otra vez con uno.",
  },
  INVITATION_NOT_VALID: {
    status: 404,
    message: "Esta invitación ya no sirve: venció, se retiró o ya se aceptó. Pide que te inviten otra vez.",
  },
  INVITATION_CODE_NOT_VALID: {
    status: 422,
    message: "El código no es válido o ya venció. Revísalo o pide otro.",
  },
  INVITATION_CONFLICT: {
    status: 409,
    message:
      "Tu cédula ya tiene una cuenta con otro correo o celular. Pide a quien te invitó que use los de tu cuenta o, si esa cuenta no es tuya, que recupere tu cédula.",
  },
  PERSON_HELD: {
    status: 409,
    message: "Los datos de esta persona están retenidos por ley. Levanta primero la retención.",
  },
  PERSON_NOT_HELD: { status: 409, message: "Los datos de esta persona ya no están retenidos." },
  ERASURE_NOT_CONFIRMED: {
    status: 422,
    message: "Lo que escribiste no es el documento de esta persona. No se borró nada.",
  },
  EXPORTS_BUSY: {
    status: 503,
    message: "Ya se están preparando otras descargas. Intenta de nuevo en unos minutos.",
  },
  USER_INACTIVE: {
    status: 409,
    message: "Esta cuenta está desactivada. Se le puede proponer otro dato cuando esté activa.",
  },
  CONTACT_IS_THEIRS: { status: 409, message: "Ese ya es el dato de esta persona." },
  CONTACT_UNREACHABLE: {
    status: 422,
    message: "Ese número no recibe mensajes de texto, así que no se puede confirmar. Escribe un celular.",
  },
  CONTACT_PROPOSAL_NOT_FOUND: {
    status: 404,
    message: "Esta propuesta ya no existe: se confirmó, se retiró o se hizo otra.",
  },
  CONTACT_LINK_NOT_VALID: {
    status: 404,
    message:
      "Este enlace ya no sirve. Busca el último mensaje o pide a la administración que lo envíe de nuevo.",
  },
  CONTACT_CODE_NOT_VALID: {
    status: 422,
    message: "El código no es válido o ya venció. Revísalo o pide otro.",
  },
  TOO_LARGE: { status: 413, message: "Lo que enviaste es demasiado grande." },
  PICTURE_NOT_VALID: { status: 422, message: "La imagen no se pudo leer. Intenta con otra foto." },
  SHEET_NOT_VALID: { status: 422, message: "No pudimos leer el archivo. Usa la plantilla en CSV o XLSX." },
  IMPORT_CHANGED: {
    status: 409,
    message: "Algo cambió mientras se importaba y no se guardó nada. Revisa el archivo otra vez.",
  },
  IMPORT_CANCELLED: { status: 409, message: "La importación se canceló. No se guardó nada." },
  INCOMPLETE: { status: 422, message: "Por favor ingresar toda la información solicitada." },
  PLACE_NOT_VALID: { status: 422, message: "La torre, el piso o el apartamento no son de ese edificio." },
  ALREADY_EXISTS: { status: 409, message: "Ya se encuentra registrado(a)." },
  CLAIM_CODE_SENT: {
    status: 422,
    message: "Enviamos un código al teléfono con el que te registraste. Escríbelo para continuar.",
  },
  CLAIM_NOT_HERE: {
    status: 409,
    message:
      "Ya tienes un registro rápido con este documento, y aquí no se envían códigos por mensaje de texto para completarlo. Pide con él tu código de ingreso, o habla con la administración del edificio.",
  },
  MAIL_NOT_HERE: {
    status: 409,
    message: "Umbral todavía no envía correos. Pide a quien lo administra que configure el correo.",
  },
  SMS_NOT_HERE: {
    status: 409,
    message:
      "Umbral todavía no envía mensajes de texto. Usa un correo, o pide a quien lo administra que los configure.",
  },
  SMS_USED_UP: {
    status: 503,
    message:
      "En esta hora ya salieron todos los mensajes de texto con invitaciones que Umbral envía. Usa un correo, comparte el enlace o intenta de nuevo más tarde.",
  },
  MESSAGES_NOT_HERE: {
    status: 409,
    message:
      "Umbral todavía no envía correos ni mensajes de texto. Pide a quien lo administra que los configure.",
  },
  PASSWORD_NOT_ACCEPTED: {
    status: 422,
    message: "Elige otra contraseña: usa 8 caracteres o más y evita las más comunes.",
  },
  RECOVERY_CODES_CHANGED: {
    status: 409,
    message:
      "En otra ventana se acaban de crear otros códigos de respaldo. Guarda esos, o vuelve a intentarlo para tener otros.",
  },
  WRONG_PASSWORD: { status: 422, message: "La contraseña actual no es correcta." },
  CLAIM_CODE_NOT_VALID: { status: 422, message: "El código no es válido o ya venció." },
  CLAIM_USED_UP: {
    status: 429,
    message:
      "Hoy se escribieron demasiados códigos errados para este documento. Intenta mañana, o habla con la administración del edificio.",
  },
  TOO_OFTEN: { status: 429, message: "Demasiados intentos. Espera unos minutos y vuelve a intentarlo." },
  FAULT: { status: 500, message: "Ha ocurrido un error, por favor intenta de nuevo" },
  FILES_AWAY: {
    status: 503,
    message:
      "No se pueden ver ni guardar fotos y archivos en este momento. Intenta de nuevo en unos minutos.",
  },
  UNAVAILABLE: { status: 503, message: "El servicio no está disponible en este momento. Intenta de nuevo." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof refusals;
const codes = Object.keys(refusals).filter((code): code is ErrorCode => code in refusals);
export const ErrorCode = z.enum(codes);

export const statusOf = (code: ErrorCode): number => refusals[code].status;
export const sentenceOf = (code: ErrorCode): string => refusals[code].message;

/** What was decided before, told to who comes second and may know it. */
export const Decision = z.object({
  approved: z.boolean(),
  /** Null when the account is gone. */
  by: z.object({ id: z.uuid(), name: personal("identity", z.string()) }).nullable(),
  at: z.iso.datetime(),
});
export type Decision = z.infer<typeof Decision>;

/** The body of every refusal. `errors` names fields, in the words the specification's client expects (§8). */
export const Refusal = z.object({
  statusCode: z.number().int(),
  code: ErrorCode,
  message: z.string(),
  errors: z.array(z.object({ property: z.string(), message: z.string() })),
  // Written so that the bundler sees that it does nothing by being made.
  decided: z.optional(Decision),
  /** SECOND_FACTOR_ENROLMENT: the secret, in base 32, whose first code signs in. */
  enrolment: z.optional(z.object({ secret: z.string() })),
  /** SECOND_FACTOR_NEEDED of somebody with passkeys: what a device may sign in the place of a code. */
  passkey: z.optional(PasskeyRequest),
});
export type Refusal = z.infer<typeof Refusal>;
