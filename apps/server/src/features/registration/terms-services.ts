import type { Terms } from "@umbral/contract/registration/terms.contract";

/** What is offered, what it costs, and what each service does and does not do. */
export const services: Terms["sections"] = [
  {
    id: "aceptacion",
    title: "1. Qué aceptas y con quién",
    blocks: [
      {
        text: "Estos términos regulan el uso de Umbral, el sistema de control de acceso, citofonía, cámaras y alarmas de tu edificio o conjunto. Te los ofrece la empresa que opera Umbral en tu copropiedad, que aquí llamamos «el Proveedor». La copropiedad, representada por su administración, contrata el servicio; tú lo usas como propietario, residente, colaborador o visitante.",
        points: [],
      },
      {
        text: "Al marcar la casilla «Acepto los términos y condiciones» declaras que los leíste, que los entiendes y que los aceptas. Guardamos la versión que aceptaste y la fecha en que lo hiciste. Si no estás de acuerdo con ellos no completes el registro: en portería te atenderán y te anunciarán de la manera tradicional.",
        points: [],
      },
      {
        text: "Para registrarte debes ser mayor de edad, o hacerlo tu padre, tu madre o quien tenga tu representación legal, y entregar información verdadera. Tu cuenta es personal: no compartas tu contraseña ni prestes tu tarjeta, y avisa de inmediato a la administración si las pierdes o crees que alguien más las usa.",
        points: [],
      },
    ],
  },
  {
    id: "productos-y-servicios",
    title: "2. Productos y servicios",
    blocks: [
      {
        text: "Según lo que haya contratado tu copropiedad, el servicio comprende:",
        points: [
          "Control de acceso a puertas peatonales y vehiculares con tarjeta, con el celular o con un código de ingreso.",
          "Citofonía por videollamada entre los visitantes o la portería y los residentes, con aviso al celular, llamada telefónica automática y mensaje de texto.",
          "Consulta en vivo de las cámaras de las zonas comunes a las que tienes acceso.",
          "Avisos de intrusión y de emergencia, y silenciado de la alarma.",
          "Registro y autorización de visitantes, y verificación de códigos en portería.",
          "Instalación, mantenimiento y soporte de los equipos que el Proveedor entrega en la copropiedad.",
        ],
      },
      {
        text: "Los equipos que el Proveedor instala (controladores, lectores, cámaras, cerraduras, sirenas y tabletas) se entregan en las condiciones que diga el contrato con la copropiedad. Mientras sean propiedad del Proveedor no se pueden mover, abrir, modificar ni usar para otro fin.",
        points: [],
      },
      {
        text: "El servicio ayuda a las personas que cuidan el edificio y a quienes viven en él; no reemplaza a la Policía, a los bomberos, a los servicios médicos ni a la vigilancia privada que la ley exija.",
        points: [],
      },
    ],
  },
  {
    id: "tarifas",
    title: "3. Tarifas y ajuste anual",
    blocks: [
      {
        text: "Registrarte y usar Umbral como persona no tiene costo para ti. La copropiedad paga la tarifa acordada en su contrato. Esa tarifa se ajusta cada año, a partir del 1 de enero, según la variación del índice de precios al consumidor (IPC) que el DANE certifique para los doce meses anteriores.",
        points: [],
      },
      {
        text: "Las tarjetas adicionales, las reposiciones por pérdida o daño y los servicios que no estén en el contrato se cobran según la lista de precios vigente, que la administración puede consultar antes de pedirlos.",
        points: [],
      },
    ],
  },
  {
    id: "ahorro",
    title: "4. Ahorro",
    blocks: [
      {
        text: "La administración remota de los accesos permite a una copropiedad ahorrar hasta el 70 % frente al costo de operar los mismos accesos con un esquema tradicional. Ese porcentaje es un máximo de referencia: el ahorro real depende del número de puertas, de los turnos que se reemplacen y de las decisiones de cada copropiedad, y no constituye una garantía de resultado.",
        points: [],
      },
    ],
  },
  {
    id: "hurto-de-equipos",
    title: "5. Política de hurto de equipos",
    blocks: [
      {
        text: "Si alguno de los equipos instalados por el Proveedor es hurtado, la administración debe informarlo dentro de los dos días hábiles siguientes a su descubrimiento y entregar copia de la denuncia ante la autoridad competente. Con ella, el Proveedor repone el equipo en las condiciones de cobertura del contrato.",
        points: [],
      },
      {
        text: "Cada solicitud de asistencia por la política de hurto de equipos tiene un costo adicional de 35.000 pesos colombianos, que cubre la visita, el diagnóstico y la configuración del equipo repuesto. Este valor se suma a la tarifa del servicio.",
        points: [],
      },
      {
        text: "La política no cubre:",
        points: [
          "La pérdida, el daño o el retiro del equipo sin que haya habido hurto.",
          "El hurto que se presente cuando el equipo fue movido o abierto por personas no autorizadas.",
          "Los objetos y vehículos de residentes, propietarios y visitantes.",
          "El hurto cometido con una tarjeta, contraseña o código que su titular entregó a otra persona.",
        ],
      },
    ],
  },
  {
    id: "boton-de-panico",
    title: "6. Botón de pánico",
    blocks: [
      {
        text: "El botón de pánico envía una alerta de seguridad o de emergencia a las personas autorizadas de tu edificio y, cuando el controlador está en línea, activa su alarma. La pantalla te dice si el edificio confirmó la alerta.",
        points: [],
      },
      {
        text: "Úsalo solo ante un riesgo real. Una falsa alarma repetida puede llevar a que la administración suspenda tu acceso a esta función y a que respondas por los costos que cause, según el reglamento de propiedad horizontal.",
        points: [],
      },
      {
        text: "El botón depende de la energía, de la red y de tu celular, y no está conectado con las líneas de emergencia del Estado. En un peligro para la vida llama siempre al 123.",
        points: [],
      },
    ],
  },
  {
    id: "internet-compartido",
    title: "7. Internet compartido",
    blocks: [
      {
        text: "Si la copropiedad contrata el servicio de internet compartido en zonas comunes, o entrega su propia conexión para que los equipos funcionen, la red se usa de manera razonable y entre todos. La velocidad depende de cuántas personas estén conectadas y del operador de telecomunicaciones, y puede limitarse para que nunca le falte a las puertas y a las alarmas.",
        points: [],
      },
      {
        text: "En la red compartida no está permitido:",
        points: [
          "Entrar o intentar entrar a equipos ajenos, o interceptar las comunicaciones de otras personas.",
          "Revender la conexión o extenderla fuera de la copropiedad.",
          "Publicar o descargar contenido prohibido por la ley, en especial el que afecte a niñas, niños y adolescentes.",
        ],
      },
    ],
  },
  {
    id: "zonas-comunes",
    title: "8. Reserva de zonas comunes",
    blocks: [
      {
        text: "Cuando la copropiedad habilite la reserva de salones, canchas, piscinas u otras zonas comunes, las fechas, los cupos, los depósitos y las sanciones son los que fije su reglamento. El Proveedor registra la reserva y da acceso en la hora acordada; la administración decide sobre ella y responde por el estado de la zona.",
        points: [],
      },
      {
        text: "Quien reserva responde por sus invitados y por los daños que causen, y debe cancelar con tiempo si no va a usar la zona.",
        points: [],
      },
    ],
  },
];
